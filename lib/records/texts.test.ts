import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { name, text } from "../core/fields.browser.ts";
import { everyDatabaseKind } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { useStaff } from "../../test/staff-client.ts";

/** As an older version of the service took it. */
const old = "Old\r\nBEGIN:VEVENT\u0007\u0085\u2028Name";
const oneLine = "must be one line, without tabs, line breaks and other control characters";
const severalLines = "must not contain control characters other than tabs and line breaks";

describe.each(everyDatabaseKind)("texts (%s)", (databaseKind) => {
  let n = 0;

  const service = useService(databaseKind, { isUnchecked: true });
  const staff = useStaff(service);

  const newPerson = async () => (await staff.send("POST", "people", { name: `Text Person ${(n += 1)}` })).body.id;
  const sources = (note: string, called = "A programme") => [{ name: called, kind: "programme", note }];

  const pathsOfNames = ["name", "aliases.0.name", "sources.0.name", "name", "name", "changes.0.data.name"];
  const sendAsName = async (person: string, name: string) => [
    await staff.send("POST", "shows", { name, type: "play" }),
    await staff.send("PUT", `people/${person}/details`, { aliases: [{ name, kind: "also" }] }),
    await staff.send("PUT", `people/${person}/sources`, { sources: sources("", name) }),
    await staff.send("POST", "keys", { name }),
    await staff.send("POST", "accounts", { email: "a@example.com", password: "curtain-up-tonight", name }),
    await staff.send("POST", "changes", {
      changes: [{ action: "create", resource: "people", data: { name } }],
    }),
  ];

  test("of several lines keep tabs and line ends, each as a line feed", async () => {
    const sent = "One\r\ntwo\rthree\n\tfour";
    const kept = "One\ntwo\nthree\n\tfour";
    const person = await newPerson();

    const { body } = await staff.send("PUT", `people/${person}`, { bio: sent });
    const cited = await staff.send("PUT", `people/${person}/sources`, { sources: sources(sent) });
    const key = await staff.send("POST", "keys", { name: "A key" });
    const noted = await staff.send("PATCH", `keys/${key.body.id}`, { note: sent });

    expect(body["bio"]).toBe(kept);
    expect(cited.body["sources"]).toMatchObject([{ note: kept }]);
    expect(noted.body["note"]).toBe(kept);
  });

  test.each(["\0", "\u0007", "\t", "\n", "\r", "\v", "\f", "\u007f", "\u0085", "\u2028", "\u2029"])(
    "of one line take no %j: 400 with the field and the reason",
    async (character) => {
      const sent = `A${character}Name`;
      const person = await newPerson();
      const asked = await sendAsName(person, sent);

      expect(asked.map(({ status, body }) => [status, body["issues"]])).toEqual(
        pathsOfNames.map((path) => [400, [{ path, message: oneLine }]]),
      );
    },
  );

  test.each([
    ["\u061c", "must not contain characters that change the direction of text"],
    ["\u200f", "must not contain characters that change the direction of text"],
    ["\u202e", "must not contain characters that change the direction of text"],
    ["\u2069", "must not contain characters that change the direction of text"],
    ["\u200b\ufeff", "must not be empty"],
    ["\u200d", "must have a visible character"],
    ["\u3164", "must have a visible character"],
    ["\u{e0041}\u{e007f}", "must have a visible character"],
    ["\u2800", "must have a visible character"],
    ["\u0301", "must have a visible character"],
  ])("that name take no %j, by any door: 400 with the field and the reason", async (sent, message) => {
    const person = await newPerson();
    const called = message.includes("direction") ? `abc${sent}def` : sent;
    const asked = await sendAsName(person, called);

    expect(asked.map(({ status, body }) => [status, body["issues"]])).toEqual(
      pathsOfNames.map((path) => [400, [{ path, message }]]),
    );
  });

  test("that name are stored without soft hyphens, zero-width spaces and byte order marks, and with joiners", async () => {
    const person = await newPerson();
    const asked = await sendAsName(person, "\ufeffA\u00admy G\u200bri\u200dffiths \u200b");

    expect(asked.map(({ status }) => status < 300)).toEqual(pathsOfNames.map(() => true));
    const [created] = (asked[5]?.body["changes"] ?? expect.fail()) as { id: string }[];
    const bodies = [
      ...asked.slice(0, 5).map(({ body }) => body),
      await (await staff.ask("GET", `people/${created?.id}`)).json(),
    ];
    for (const body of bodies) expect(JSON.stringify(body)).toContain('"Amy Gri\u200dffiths"');
  });

  test.each(["\u200b\u200b", "\u3164", "\ufeff\u200d", "\u2800 \u115f"])(
    "of several lines have a visible character: not %j",
    async (sent) => {
      const person = await newPerson();
      const key = await staff.send("POST", "keys", { name: "A key" });
      const asked = [
        await staff.send("PUT", `people/${person}`, { bio: sent }),
        await staff.send("PUT", `people/${person}/sources`, { sources: sources(sent) }),
        await staff.send("PATCH", `keys/${key.body.id}`, { note: sent }),
        await staff.send("POST", "suggestions", { resource: "people", id: person, note: sent }),
        await staff.send("POST", "suggestions", { resource: "people", id: person, note: "A note", contact: sent }),
      ];
      await staff.send("DELETE", `keys/${key.body.id}`);

      expect(asked.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    },
  );

  test.each(["\0", "\u0007", "\v", "\f", "\u007f", "\u0085", "\u2028", "\u2029"])(
    "of several lines take no %j: 400 with the field and the reason",
    async (character) => {
      const sent = `A${character}text`;
      const person = await newPerson();
      const asked = [
        await staff.send("PUT", "theatres/palace", { address: sent }),
        await staff.send("PUT", "shows/hamilton", { description: sent }),
        await staff.send("PUT", `people/${person}`, { bio: sent }),
        await staff.send("PUT", `people/${person}/sources`, { sources: sources(sent) }),
      ];

      expect(asked.map(({ status, body }) => [status, body["issues"]])).toEqual(
        ["address", "description", "bio", "sources.0.note"].map((path) => [400, [{ path, message: severalLines }]]),
      );
    },
  );

  test("that are stored with control characters are read, kept by changes of other fields, merged and restored", async () => {
    const [from, into] = [await newPerson(), await newPerson()];
    const { database } = service.infrastructure;
    const aliases = [{ name: old, kind: "legal", from: null, to: null }];
    await database.query("UPDATE people SET name = $1, bio = $1, aliases = $2::text::jsonb WHERE id = $3", [
      old,
      JSON.stringify(aliases),
      from,
    ]);
    const read = async (path: string) => (await staff.ask("GET", path)).text();
    const before = [await read(`people/${from}`), await read(`people/${from}/details`), await read(`people/${into}`)];
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

    expect([await read(`people/${from}`), await read(`people/${from}/details`), await read(`people/${into}`)]).toEqual(
      before,
    );
  });
});

test("a text that passes has no character at which a reader ends a line, but its line feeds", () => {
  const unit = fc.constantFrom(
    "a",
    " ",
    "\t",
    "\n",
    "\r",
    "\v",
    "\f",
    "\u001c",
    "\u0085",
    "\u2028",
    "\u2029",
    "é",
    "𝄞",
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), (given) => {
      const [line, several] = [name.safeParse(given).data, text(100).safeParse(given).data];
      if (line !== undefined) expect(line).toMatch(/^[a é𝄞]+$/u);
      if (several !== undefined) expect(several).toMatch(/^[a é𝄞\t\n]*$/u);
    }),
    { numRuns: 2_000 },
  );
});
