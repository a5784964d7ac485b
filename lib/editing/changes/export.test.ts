import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toJson } from "../csv/cell.browser.ts";
import { resourceAt, resources } from "../../resources/resources.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { importedChanges, sheetOfCsv, sheetOfJson } from "../../../test/read-sheet.ts";
import { samples } from "../../../test/samples.ts";
import { useService } from "../../../test/service.ts";
import { staffClient, useStaff, type StaffClient } from "../../../test/signed-in.ts";

type Exported = Record<string, unknown> & { id: string };

const parts = ["details", "sources"];
const text = fc.constantFrom("The Stage", "=SUM(1)", "'x", 'A, "B"', "two\nlines", "Zoë’s", "-1", "{}", "[]");
const line = text.filter((one) => !one.includes("\n"));
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const year = fc.integer({ min: 1900, max: 2020 }).map(String);
const day = fc.constantFrom("2020-02-29", "2026-01-01");
const address = fc.constantFrom("https://example.com/", "https://example.com/a?b=%2C#c");
const aliases = fc.array(
  fc.record({
    name: line,
    kind: fc.constantFrom("former", "also", "legal"),
    from: orNull(year),
    to: fc.constant(null),
  }),
  { maxLength: 3 },
);
const external_ids = fc.record(
  {
    wikidata: fc.constantFrom("Q1", "Q42"),
    isni: fc.constant("000000012146438X"),
    imdb: fc.constantFrom("nm0000001", "tt0000001"),
    theatricalia: fc.constant("1a"),
  },
  { requiredKeys: [] },
);
const engagements = orNull(text).map((note) => [
  { from: "2019", to: "2020-05", ended: true, seen: ["2019-06"], note },
  { from: "2021", to: null, ended: true, seen: [], note: null },
]);

describe.each(databaseKinds)("the export with details and sources (%s)", (databaseKind) => {
  const clock = { now: Date.parse("2026-11-23T12:00:00Z") };

  const service = useService(databaseKind, { now: () => clock.now });
  const staff = useStaff(service);

  const exported = async (path: string, by: StaffClient = staff) =>
    (await by.send("GET", `export/${path}`)).body as unknown as readonly Exported[];
  const fileOf = (path: string, records: readonly Exported[]) => toJson(resourceAt(path).record, records, parts);
  const importFile = async (
    path: string,
    file: string,
    taken: string[],
    read = sheetOfJson,
    by: StaffClient = staff,
  ) => {
    const { rows, problems } = await read(file, resourceAt(path).record);
    expect(problems).toEqual([]);
    return by.send("POST", "changes", { changes: importedChanges(rows, path, new Set(taken)) });
  };
  const detailsFor = (path: string, known: { production: string; role: string }): fc.Arbitrary<object> => {
    if (path === "roles") return fc.record({ aliases });
    if (path === "theatres") return fc.record({ aliases, external_ids, website: orNull(address) });
    if (path === "cast-members")
      return fc.record({
        engagements: fc.oneof(engagements, fc.constant([])),
        covers: orNull(fc.integer({ min: 1, max: 20 })).map((call_order) => [{ role_id: known.role, call_order }]),
      });
    if (path === "crew-members")
      return fc.record({ from: orNull(fc.constant("2018")), to: orNull(fc.constant("2019-03")) });
    if (path !== "productions") return fc.record({ aliases, external_ids });
    return fc.record({
      first_preview: orNull(fc.constant("2018-01-02")),
      press_night: fc.constant(null),
      run_type: orNull(fc.constantFrom("open", "limited")),
      running_minutes: orNull(fc.integer({ min: 1, max: 1000 })),
      intervals: orNull(fc.integer({ min: 0, max: 5 })),
      age_from: orNull(fc.integer({ min: 0, max: 21 })),
      content_notes: orNull(text),
      booking_url: orNull(address),
      transfer_of: fc.constantFrom(null, known.production),
      schedule: fc.constantFrom([], [{ day: "sat", time: "14:30", from: null, to: "2018-12-31" }]),
      performances: fc.constantFrom([], [{ date: "2018-03-03", time: "19:30", kind: "bsl", note: null }]),
      external_ids,
    });
  };
  const sourcesFor = (path: string) =>
    fc.array(
      fc.record({
        field: fc.constantFrom(null, ...Object.keys(resourceAt(path).record.shape)),
        name: line,
        url: orNull(address),
        kind: fc.constantFrom("official", "press", "programme", "reference", "visit", "submission"),
        read_on: orNull(day),
        note: orNull(text),
      }),
      { maxLength: 3 },
    );

  /** A record of the resource, and what its details may refer to. */
  async function makeRecord(path: string): Promise<{ id: string; production: string; role: string }> {
    const make = async (to: string, body: object) => (await staff.send("POST", to, body)).body.id;
    const run = { ...samples["productions"]?.(9001), opening_date: "2018-02-01", closing_date: null };
    const production = await make("productions", run);
    const [role, other] = [
      await make("roles", { name: "The Lead", production_id: production }),
      await make("roles", { name: "Another", production_id: production }),
    ];
    const person_id = await make("people", { name: "A Person" });
    const member = { person_id, production_id: production, role_id: role, role_type: "principal" };
    const ids: Record<string, string> = {
      people: person_id,
      roles: role,
      productions: production,
      "cast-members": path === "cast-members" ? await make(path, { ...samples[path]?.(1), ...member }) : "",
    };
    const [first] = await exported("productions");
    return {
      id: ids[path] ?? (await make(path, samples[path]?.(9002) ?? {})),
      production: first?.id ?? "",
      role: other,
    };
  }

  describe.each(resources.flatMap(({ path, details }) => (details ? [path] : [])))("of %s", (path) => {
    test("imported again changes nothing", { tags: path === "cast-members" ? [] : ["full"] }, async () => {
      const all = await exported(path);
      const ids = all.map(({ id }) => id);

      const { status, body } = await importFile(path, fileOf(path, all), ids);

      expect(all.length).toBeGreaterThan(0);
      expect(all.every((one) => parts.every((part) => part in one))).toBe(true);
      expect([status, body["counts"]]).toMatchObject([200, { unchanged: all.length, changed: 0, created: 0 }]);
      expect(await exported(path)).toEqual(all);
    });

    test("has whatever details and sources were imported", async () => {
      const { id, ...known } = await makeRecord(path);
      const record = (await staff.send("GET", `${path}/${id}`)).body;

      await fc.assert(
        fc.asyncProperty(detailsFor(path, known), sourcesFor(path), async (details, sources) => {
          const wanted = { ...record, details, sources };
          const { status, body } = await importFile(path, fileOf(path, [wanted]), [id]);
          expect([status, body["issues"]]).toEqual([200, undefined]);

          const found = (await exported(path)).filter((one) => one.id === id);

          expect(found).toEqual([wanted]);
          const again = await importFile(path, fileOf(path, found), [id]);
          expect(again.body["counts"]).toMatchObject({ unchanged: 1, changed: 0 });
        }),
        { numRuns: 8 },
      );
    });
  });

  test("a file without them, or with empty cells for them, leaves details and sources as they are", async () => {
    const sources = [{ field: null, name: "The Stage", url: null, kind: "press", read_on: null, note: null }];
    const { body } = await staff.send("POST", "people", { name: "Ben Oke" });
    await staff.send("PUT", `people/${body.id}/details`, { external_ids: { wikidata: "Q1" } });
    await staff.send("PUT", `people/${body.id}/sources`, { sources });
    const before = (await exported("people")).find(({ id }) => id === body.id);

    for (const csv of [`id,bio\n${body.id},Actor\n`, `id,bio,details,sources\n${body.id},Singer,,\n`])
      expect((await importFile("people", csv, [body.id], sheetOfCsv)).body["counts"]).toMatchObject({ changed: 1 });

    expect((await exported("people")).find(({ id }) => id === body.id)).toEqual({ ...before, bio: "Singer" });
  });

  test("has an engagement that has ended since as it was stored, so that importing it changes nothing", async () => {
    const { id } = await makeRecord("cast-members");
    const stored = [{ from: "2026-01", to: "2026-12", ended: false, note: null }];
    await staff.send("PUT", `cast-members/${id}/details`, { engagements: stored });
    clock.now += 60 * 86_400_000;
    // The session has ended by then.
    const later = await staffClient(service);

    const found = (await exported("cast-members", later)).filter((one) => one.id === id);
    const shown = (await later.send("GET", `cast-members/${id}/details`)).body;
    const again = await importFile("cast-members", fileOf("cast-members", found), [id], sheetOfJson, later);
    clock.now -= 60 * 86_400_000;

    expect(shown).toMatchObject({ engagements: [{ ended: true }] });
    expect(found).toMatchObject([{ details: { engagements: stored } }]);
    expect(again.body["counts"]).toMatchObject({ unchanged: 1 });
  });

  test("is of a known resource and without parameters", async () => {
    expect((await staff.send("GET", "export/nothing")).status).toBe(404);
    expect((await staff.send("GET", "export/shows?id=hamilton")).status).toBe(400);
  });
});
