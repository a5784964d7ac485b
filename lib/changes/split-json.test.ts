import fc from "fast-check";
import { expect, test } from "vitest";
import { maxBodyBytes } from "../http/body.ts";
import { maxChanges } from "./schema.ts";
import { parseJson, splitJson } from "./split-json.ts";

/** Ends a string or a list early if it is not read as a character. */
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

/** Reassembles the body: parses what was cut out and puts it in place. */
async function putTogether(bytes: Buffer): Promise<unknown> {
  const { root, elements } = await splitJson(bytes);
  const inside = (value: unknown): unknown => (Array.isArray(value) ? elements(value).map(parseJson) : value);
  if (Array.isArray(root)) return root.map(inside);
  if (typeof root !== "object" || root === null) return root;
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, inside(value)]));
}

test("an object with any strings is the same when reassembled", async () => {
  await fc.assert(
    fc.asyncProperty(list, whole, fc.constantFrom(undefined, 2), async (changes, other, indent) => {
      const sent = { other, changes };
      expect(await putTogether(Buffer.from(JSON.stringify(sent, null, indent)))).toEqual(
        JSON.parse(JSON.stringify(sent)),
      );
    }),
  );
});

test("each element of a list is cut out completely, without surrounding white space", async () => {
  const sent = [
    '{"name":"Ein \\"]}\\" \\\\"}',
    '{ "data": {"list": [{"deep":"}"}]} }',
    '"0, 1"',
    '["1",[]]',
    "2",
    "null",
  ];
  const { root, elements } = await splitJson(Buffer.from(`{"other":[ ],"changes":[\n ${sent.join(" ,\t")}\r\n]}`));
  const { other, changes } = root as { other: unknown[]; changes: unknown[] };

  expect(elements(changes).map(String)).toEqual(sent);
  expect(elements(other)).toEqual([]);
});

test("an escape is recognised wherever the input is split", async () => {
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
  ["has a comma before the first element", '{"changes":[,1]}'],
  ["has a comma after the last element", '{"changes":[1,]}'],
  ["has a comma for an element", '{"changes":[,]}'],
  ["has two commas in a row", '{"changes":[1,,2]}'],
  ["ends a list as an object", '{"changes":[1}}'],
  ["ends an object as a list", '{"changes":{]}'],
  ["keeps two numbers apart by nothing else than white space", '{"a":1 2}'],
  ["is nothing", ""],
  ["is nested too deeply", `{"changes":${"[".repeat(1_000)}${"]".repeat(1_000)}}`],
])("a body that %s is refused", async (_which, sent) => {
  await expect(splitJson(Buffer.from(sent))).rejects.toMatchObject({ code: "invalid" });
});

test("a body that is not UTF-8 is refused", async () => {
  await expect(splitJson(Buffer.from([0x7b, 0xff, 0x7d]))).rejects.toMatchObject({ code: "invalid" });
});

test.each([
  ["{}", maxChanges],
  ["7", maxChanges],
  ['"a"', maxChanges],
  ["[]", maxChanges],
])("the list %s, … has fifty thousand elements and not one more", async (element, max) => {
  const list = (length: number) => Buffer.from(`{"changes":[${Array(length).fill(element).join(",")}]}`);
  const { root, elements } = await splitJson(list(max));

  expect(elements((root as { changes: unknown[] }).changes)).toHaveLength(max);
  await expect(splitJson(list(max + 1))).rejects.toMatchObject({
    details: { members: { issues: [{ path: "changes", message: "must have at most 50000 changes" }] } },
  });
});

test("nothing after the first surplus element is read", async () => {
  const body = `{"changes":[${"{},".repeat(maxChanges)}{},${"[".repeat(100)}`;
  await expect(splitJson(Buffer.from(body))).rejects.toMatchObject({
    details: { members: { issues: [{ path: "changes" }] } },
  });
});

test.each([
  ["one long text", (bytes: number) => `{"a":"${" ".repeat(bytes - 8)}"}`],
  ["one list without a name", (bytes: number) => `[${"1,".repeat((bytes - 4) / 2)}10]`],
])("beside its lists a body has sixty-four kibibytes and not one more: %s", async (_which, sized) => {
  const [whole, exceeding] = [Buffer.from(sized(maxBodyBytes)), Buffer.from(` ${sized(maxBodyBytes)}`)];
  expect(whole).toHaveLength(maxBodyBytes);

  expect((await splitJson(whole)).root).toEqual(JSON.parse(String(whole)));
  await expect(splitJson(exceeding)).rejects.toMatchObject({ code: "invalid", message: /at most 65536/ });
});

test("white space does not count, beside a list or in it", async () => {
  const much = " \n".repeat(maxBodyBytes);

  expect(await putTogether(Buffer.from(`{${much}"changes"${much}:[${much}1${much},2${much}]${much}}${much}`))).toEqual({
    changes: [1, 2],
  });
});
