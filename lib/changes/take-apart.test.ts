import fc from "fast-check";
import { expect, test } from "vitest";
import { takeApart } from "./take-apart.ts";

/** What ends a string or a list where it is taken for more than a character. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('"', "\\", "{", "}", "[", "]", ",", ":", "a", "é", "𝄞", "\n") }),
  fc.string({ unit: "binary" }),
);
const { whole } = fc.letrec((tie) => ({
  whole: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.constantFrom(null, true),
    fc.array(tie("whole"), { maxLength: 3 }),
    fc.dictionary(text, tie("whole"), { maxKeys: 3 }),
  ),
}));
const list = fc.array(fc.oneof(fc.dictionary(text, whole, { maxKeys: 3 }), whole), { maxLength: 5 });

/** Put together again: what was cut out, at the third level, read by itself and in its place. */
async function putTogether(bytes: Buffer): Promise<unknown> {
  const { root, cut } = await takeApart(bytes);
  const read = (place: unknown): unknown => JSON.parse(cut(place) ?? JSON.stringify(place));
  const inside = (value: unknown, change: (one: unknown) => unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]));
  };
  return inside(root, (value) => inside(value, read));
}

test("whatever its strings hold, an object is the same when it is put together again", async () => {
  await fc.assert(
    fc.asyncProperty(list, whole, fc.constantFrom(undefined, 2), async (changes, other, indent) => {
      const sent = { other, changes };
      expect(await putTogether(Buffer.from(JSON.stringify(sent, null, indent)))).toEqual(
        JSON.parse(JSON.stringify(sent)),
      );
    }),
  );
});

test("each object of a list is cut out whole, and nothing else is", async () => {
  const objects = [{ name: 'Ein "]}" \\' }, { data: { list: [{ deep: "}" }] } }];
  const { root, cut } = await takeApart(Buffer.from(JSON.stringify({ changes: [...objects, "0", ["1"], 2, null] })));
  const { changes } = root as { changes: unknown[] };

  expect(changes.map(cut)).toEqual([...objects.map((one) => JSON.stringify(one)), null, null, null, null]);
  expect(changes.slice(2)).toEqual(["0", ["1"], 2, null]);
});

test("a string that looks like what stands in for an object is not taken for it", async () => {
  const { root, cut } = await takeApart(Buffer.from('{"changes":[{"a":1},"x 0"]}'));
  const { changes } = root as { changes: string[] };

  expect(changes.map(cut)).toEqual(['{"a":1}', null]);
});

test("an escape is one wherever the bytes are divided to be read", async () => {
  const slice = 64 * 1024;
  for (let before = slice - 30; before < slice + 5; before += 1) {
    const sent = { changes: [{ name: `${"a".repeat(before - 24)}\\"]}` }, { name: '"' }] };
    expect(await putTogether(Buffer.from(JSON.stringify(sent)))).toEqual(sent);
  }
});

test.each([
  ["ends within a string", '{"changes":[{"a":1}],"b":"'],
  ["ends within a list", '{"changes":[{"a":1}'],
  ["ends after an escape", '{"changes":["\\'],
  ["closes what it did not open", '{"changes":[]}]'],
  ["is nothing", ""],
  ["is nested too deeply", `{"changes":${"[".repeat(1_000)}${"]".repeat(1_000)}}`],
])("a body that %s is refused", async (_which, sent) => {
  await expect(takeApart(Buffer.from(sent))).rejects.toMatchObject({ code: "invalid" });
});

test("a body that is not UTF-8 is refused", async () => {
  await expect(takeApart(Buffer.from([0x7b, 0xff, 0x7d]))).rejects.toMatchObject({ code: "invalid" });
});
