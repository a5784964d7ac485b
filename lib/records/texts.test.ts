import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { name, text } from "../core/fields.browser.ts";
import { databaseKinds } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { useStaff } from "../../test/signed-in.ts";

/** As an older version of the service took it. */
const old = "Old\r\nBEGIN:VEVENT\u0007\u0085\u2028Name";
const oneLine = "must be one line, without tabs, line breaks and other control characters";
const severalLines = "must not contain control characters other than tabs and line breaks";
const direction = "must not contain characters that change the direction of text";
const invisible = "must have a visible character";

describe.each(databaseKinds)("texts (%s)", (databaseKind) => {
  let n = 0;

  const service = useService(databaseKind, { isUnchecked: true });
  const staff = useStaff(service);

  const newPerson = async () => (await staff.send("POST", "people", { name: `Text Person ${(n += 1)}` })).body.id;
  const newKey = async () => (await staff.send("POST", "keys", { name: "A key" })).body.id;
  const sources = (note: string, called = "A programme") => ({ sources: [{ name: called, kind: "programme", note }] });
  const told = (asked: Awaited<ReturnType<typeof staff.send>>[]) =>
    asked.map(({ status, body }) => [status, body["issues"]]);
  const refusals = (paths: string[], message: string) => paths.map((path) => [400, [{ path, message }]]);

  const pathsOfNames = ["name", "aliases.0.name", "sources.0.name", "name", "name", "changes.0.data.name"];
  const sendAsName = async (person: string, called: string) => [
    await staff.send("POST", "shows", { name: called, type: "play" }),
    await staff.send("PUT", `people/${person}/details`, { aliases: [{ name: called, kind: "also" }] }),
    await staff.send("PUT", `people/${person}/sources`, sources("", called)),
    await staff.send("POST", "keys", { name: called }),
    await staff.send("POST", "accounts", { email: "a@example.com", password: "curtain-up-tonight", name: called }),
    await staff.send("POST", "changes", {
      changes: [{ action: "create", resource: "people", data: { name: called } }],
    }),
  ];

  test("of several lines keep tabs and line ends, each as a line feed", async () => {
    const sent = "One\r\ntwo\rthree\n\tfour";
    const kept = "One\ntwo\nthree\n\tfour";
    const person = await newPerson();

    expect((await staff.send("PUT", `people/${person}`, { bio: sent })).body["bio"]).toBe(kept);
    const cited = await staff.send("PUT", `people/${person}/sources`, sources(sent));
    expect(cited.body["sources"]).toMatchObject([{ note: kept }]);
    expect((await staff.send("PATCH", `keys/${await newKey()}`, { note: sent })).body["note"]).toBe(kept);
  });

  test.each<readonly [string, string]>([
    ...["\0", "\t", "\n", "\r", "\u007f", "\u0085", "\u2028"].map((one) => [`abc${one}def`, oneLine] as const),
    ...["\u061c", "\u202e"].map((one) => [`abc${one}def`, direction] as const),
    ["\u200b\ufeff", "must not be empty"],
    ...["\u200d", "\u3164", "\u{e0041}\u{e007f}", "\u2800", "\u0301"].map((one) => [one, invisible] as const),
  ])("that name are not %j, by any door: 400 with the field and the reason", async (sent, message) => {
    expect(told(await sendAsName(await newPerson(), sent))).toEqual(refusals(pathsOfNames, message));
  });

  test("that name are stored without soft hyphens, zero-width spaces and byte order marks, and with joiners", async () => {
    const asked = await sendAsName(await newPerson(), "\ufeffA\u00admy G\u200bri\u200dffiths \u200b");

    expect(asked.map(({ status }) => status < 300)).toEqual(pathsOfNames.map(() => true));
    const [made] = (asked[5]?.body["changes"] ?? expect.fail()) as [{ id: string }];
    for (const { body } of [...asked.slice(0, 5), await staff.send("GET", `people/${made.id}`)])
      expect(JSON.stringify(body)).toContain('"Amy Gri\u200dffiths"');
  });

  test.each<readonly [string, string]>([
    ...["\0", "\v", "\u007f", "\u0085", "\u2028"].map((one) => [`A${one}text`, severalLines] as const),
    ...["\u200b\u200b", "\u3164", "\ufeff\u200d", "\u2800 \u115f"].map((one) => [one, invisible] as const),
  ])("of several lines are not %j, by any door: 400 with the field and the reason", async (sent, message) => {
    const [id, key] = [await newPerson(), await newKey()];
    const suggestion = { resource: "people", id, note: "A note" };
    const asked = [
      await staff.send("PUT", `people/${id}`, { bio: sent }),
      await staff.send("PUT", `people/${id}/sources`, sources(sent)),
      await staff.send("PATCH", `keys/${key}`, { note: sent }),
      await staff.send("POST", "suggestions", { ...suggestion, note: sent }),
    ];
    const contact = await staff.send("POST", "suggestions", { ...suggestion, contact: sent });
    await staff.send("DELETE", `keys/${key}`);

    expect(told(asked)).toEqual(refusals(["bio", "sources.0.note", "note", "note"], message));
    expect(contact.status).toBe(400);
  });

  test("that are stored with control characters are read, kept by changes of other fields, merged and restored", async () => {
    const [from, into] = [await newPerson(), await newPerson()];
    const aliases = [{ name: old, kind: "legal", from: null, to: null }];
    await service.infrastructure.database.query(
      "UPDATE people SET name = $1, bio = $1, aliases = $2::text::jsonb WHERE id = $3",
      [old, JSON.stringify(aliases), from],
    );
    const read = async (path: string) => (await staff.ask("GET", path)).text();
    const readAll = () => Promise.all([`people/${from}`, `people/${from}/details`, `people/${into}`].map(read));
    const before = await readAll();
    expect(before[0]).toBe(JSON.stringify({ id: from, name: old, bio: old, image: null }));
    // In the order of the schema, as any other.
    expect(before[1]).toContain(`"aliases":${JSON.stringify(aliases)}`);

    const changed = await staff.send("PUT", `people/${from}`, { image: "https://example.com/a.jpg" });
    expect([changed.status, changed.body["name"]]).toEqual([200, old]);
    const detailed = await staff.send("PUT", `people/${from}/details`, { external_ids: { ibdb: "1" } });
    expect([detailed.status, detailed.body["aliases"]]).toEqual([200, aliases]);
    const merged = await staff.send("POST", `people/${from}/merge`, { into });
    expect([merged.status, merged.body["bio"]]).toEqual([200, old]);
    expect(await read(`people/${into}/details`)).toContain(JSON.stringify(old));

    const entries = new Map((await staff.activity(20)).map((entry) => [entry["change_id"], entry.id]));
    for (const entry of [...entries.values()].slice(0, 3))
      expect((await staff.send("POST", `activity/${entry}/revert`)).status).toBe(200);
    expect(await readAll()).toEqual(before);
  });
});

test("a text that passes has no character at which a reader ends a line, but its line feeds", () => {
  const unit = fc.constantFrom(..."a \t\n\r\v\f\u001c\u0085\u2028\u2029é𝄞");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), (given) => {
      const [line, several] = [name.safeParse(given).data, text(100).safeParse(given).data];
      if (line !== undefined) expect(line).toMatch(/^[a é𝄞]+$/u);
      if (several !== undefined) expect(several).toMatch(/^[a é𝄞\t\n]*$/u);
    }),
    { numRuns: 2_000 },
  );
});
