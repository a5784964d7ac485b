import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { readDataset, readEarlierValues } from "../../../prisma/seed/dataset.ts";
import { resources } from "../../resources/resources.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import type { Database } from "../../db/database.ts";
import { updateData } from "./update.ts";

const root = process.cwd();
const dataset = readDataset(root);
const earlier = readEarlierValues(root);
const perKind = 4;
const source = { field: null, name: "The stage door", url: null, kind: "visit", read_on: "2026-11-20", note: null };
const rowsIn = (table: string) => dataset[table] ?? expect.fail(`The dataset has no ${table}.`);

type Row = Record<string, unknown> & { id: string };
type Edit = [path: string, field: string, value: (index: number) => unknown];

/** Edits of a person. */
const edits: Edit[] = [
  ["shows", "description", (index) => `Told anew ${index}.`],
  ["theatres", "capacity", (index) => 101 + index],
  ["productions", "closing_date", (index) => `2030-01-0${index + 1}`],
  ["people", "bio", (index) => `Born in row ${index}.`],
  ["roles", "description", (index) => `Enters from the left ${index}.`],
  ["cast-members", "billing_order", (index) => 5000 + index],
  [
    "cast-members",
    "details.engagements",
    (year) => [{ from: `200${year}`, to: `200${year}`, ended: true, seen: [`200${year}-06`], note: null }],
  ],
  ["theatres", "details.aliases", (index) => [{ name: `The ${index} House`, kind: "also", from: null, to: null }]],
  ["shows", "details.external_ids", (index) => ({ wikidata: `Q${index + 1}` })],
  ["people", "details.external_ids", (index) => ({ imdb: `nm000000${index}` })],
  ["productions", "sources", () => [source]],
  ["cast-members", "sources", () => [source]],
];

/** A production that an older edition lacks, with its show, roles and cast. */
const added = { production: "crown-jewels-garrick-2023", show: "the-crown-jewels" };

/**
 * Takes from a database a part of what the dataset has gained since an older edition: one production is missing, of some
 * records the lists have at most their first entry and no id elsewhere is known, no other detail is known, and changed
 * fields have their earlier values.
 */
async function makeOlder({ query }: Pick<Database, "query">): Promise<void> {
  for (const table of ["cast_members", "crew_members", "roles"])
    await query(`DELETE FROM ${table} WHERE production_id = $1`, [added.production]);
  await query("DELETE FROM productions WHERE id = $1", [added.production]);
  await query("DELETE FROM shows WHERE id = $1", [added.show]);
  await query("DELETE FROM retired_ids", []);
  for (const { repository, details } of resources) {
    if (!details) continue;
    const fields = Object.keys(details.document.shape);
    const older = [
      ...["aliases", "engagements", "sources"].map((list) => [list, `jsonb_path_query_array(${list}, '$[0]')`]),
      ...["covers", "schedule", "performances"].map((list) => [list, "'[]'"]),
      ["external_ids", "'{}'"],
    ].filter(([field = ""]) => field === "sources" || fields.includes(field));
    const shape = details.document.shape as Record<string, z.ZodType>;
    const single = fields.filter((field) => shape[field]?.safeParse(null).success === true);
    if (single.length > 0)
      await query(
        `UPDATE ${repository.name} SET ${single.map((field) => `"${field}" = NULL`).join(", ")} WHERE num_nonnulls(${single.map((field) => `"${field}"`).join(", ")}) > 0`,
        [],
      );
    // A part of the rows takes a part of the time.
    await query(
      `UPDATE ${repository.name} SET ${older.map(([field, value]) => `${field} = ${value}`).join(", ")} WHERE id < 'd'`,
      [],
    );
  }
  for (const [table, records] of Object.entries(earlier))
    for (const [id, values] of Object.entries(records))
      for (const [field, value] of Object.entries(values))
        await query(
          `UPDATE ${table} SET ${field} = one.${field} FROM jsonb_populate_record(NULL::${table}, $1::jsonb) AS one WHERE ${table}.id = $2`,
          [JSON.stringify({ [field]: value }), id],
        );
}

describe.each(databaseKinds)("the update of the dataset (%s)", (databaseKind) => {
  /** A service whose data are of an older edition, during the tests of this block. */
  function useOlder() {
    const service = useService(databaseKind, { isOwn: true });
    beforeAll(() => makeOlder(service.infrastructure.database));
    const rowsOf = async (table: string) => {
      const statement = `SELECT to_jsonb(one)::text AS row FROM ${table} AS one ORDER BY id`;
      const rows = await service.infrastructure.database.query<{ row: string }>(statement, []);
      return new Map(rows.map(({ row }) => JSON.parse(row) as Row).map((row) => [row.id, row]));
    };
    return { service, staff: useStaff(service), rowsOf };
  }

  describe("without edits", () => {
    const { service, staff, rowsOf } = useOlder();
    const everything = () => Promise.all(resources.map(async ({ repository }) => [...(await rowsOf(repository.name))]));

    test("shows what it would change and writes nothing; then it makes the change, a second one has nothing to do, and it is undone as one", async () => {
      const { database } = service.infrastructure;
      const before = await everything();

      const dry = await updateData(database, root, true);
      expect([dry.conflicts, dry.changeId]).toEqual([[], null]);
      expect(await everything()).toEqual(before);
      const made = await updateData(database, root, false);

      expect(made.changes).toEqual(dry.changes);
      for (const { repository, details } of resources) {
        const stored = await rowsOf(repository.name);
        if (details) for (const row of rowsIn(repository.name)) expect(stored.get(row.id)).toMatchObject(row);
      }
      expect(await updateData(database, root, false)).toEqual({ changes: [], conflicts: [], changeId: null });
      const [entry] = await staff.activity(1);
      expect((await staff.send("POST", `activity/${entry?.id}/revert`)).status).toBe(200);
      expect(await everything()).toEqual(before);
    });
  });

  describe("after edits", () => {
    const { service, staff, rowsOf } = useOlder();

    test("leaves out what the rules refuse, and what refers to that", async () => {
      const { database } = service.infrastructure;
      const newcomer = rowsIn("cast_members").find(({ production_id }) => production_id === added.production);
      const person = rowsIn("people").find(({ id }) => id === newcomer?.["person_id"]) ?? expect.fail();
      await database.query("DELETE FROM cast_members WHERE person_id = $1", [person.id]);
      await database.query("DELETE FROM people WHERE id = $1", [person.id]);
      await staff.send("POST", "people", { name: person["name"] });

      const { conflicts } = await updateData(database, root, false);

      const refused = conflicts.filter(({ resource, id }) => resource === "people" && id === person.id);
      const referring = conflicts.filter(({ message }) => message.includes("person_id"));
      expect(refused).toMatchObject([{ field: null }]);
      expect(new Set(referring.map(({ resource }) => resource))).toEqual(new Set(["cast-members"]));
      expect((await rowsOf("productions")).has(added.production)).toBe(true);
    });

    test("keeps every edit of staff, brings everything else up to date, and changes nothing when it is run again", async () => {
      const { database } = service.infrastructure;
      await makeOlder(database);
      const made = new Map<string, unknown>();
      for (const edit of edits) {
        const [path, field, valueOf] = edit;
        const [document, name] = field.startsWith("details.") ? ["/details", field.slice(8)] : ["", field];
        for (const [index, id] of recordsFor(edit).entries()) {
          const place = `${path}/${id}${field === "sources" ? "/sources" : document}`;
          expect([place, (await staff.send("PUT", place, { [name]: valueOf(index) })).status]).toEqual([place, 200]);
          made.set(`${path}/${id} ${field}`, valueOf(index));
        }
      }
      const gone = rowsIn("cast_members")
        .filter(({ role_id }) => role_id === null)
        .slice(-perKind);
      for (const { id } of gone) await staff.send("DELETE", `cast-members/${id}`);
      await staff.send("POST", "people", { name: "A Newcomer" });
      // The next edition has a show of this name.
      await staff.send("POST", "shows", { name: "The Crown Jewels", type: "play", description: "Ours." });

      const { conflicts } = await updateData(database, root, false);

      const stored = new Map<string, unknown>();
      for (const resource of resources)
        for (const row of (await rowsOf(resource.repository.name)).values())
          for (const [key, value] of fieldsOf(resource, row)) stored.set(key, value);
      expect([...made].filter(([key, value]) => !isDeepStrictEqual(stored.get(key), value))).toEqual([]);
      expect(gone.filter(({ id }) => stored.has(`cast-members/${id} id`))).toEqual([]);
      expect(stored.get("people/a-newcomer name")).toBe("A Newcomer");
      const ofDataset = resources.flatMap((resource) =>
        (dataset[resource.repository.name] ?? []).flatMap((row) => fieldsOf(resource, row)),
      );
      const isOld = ofDataset.filter(
        ([key, value]) => !made.has(key) && stored.has(key) && !isDeepStrictEqual(stored.get(key), value),
      );
      expect(isOld.map(([key]) => key)).toEqual(["shows/the-crown-jewels type", "shows/the-crown-jewels description"]);

      const listed = conflicts.map(
        ({ resource, id, field }) => `${resource}/${id}${field === null ? "" : ` ${field}`}`,
      );
      const known = [...made.keys()].filter((key) => key.includes(" details.") || key.endsWith(" sources"));
      expect(listed).toEqual(expect.arrayContaining([...known, ...gone.map(({ id }) => `cast-members/${id}`)]));
      expect(listed).toContain("productions/dracula-noel-coward-2026 closing_date");
      expect(listed).toContain("shows/the-crown-jewels description");
      expect(await updateData(database, root, false)).toEqual({ changes: [], conflicts, changeId: null });
    });
  });
});

function fieldsOf({ path, record }: (typeof resources)[number], row: Row): [string, unknown][] {
  const nameOf = (field: string) => (field in record.shape || field === "sources" ? field : `details.${field}`);
  return Object.entries(row).map(([field, value]) => [`${path}/${row.id} ${nameOf(field)}`, value]);
}

/** Records that the update changes in this field, as far as there are, and others. */
function recordsFor([path, field]: Edit): string[] {
  const table = path.replace("-", "_");
  const name = field.replace("details.", "");
  const changed = Object.entries(earlier[table] ?? {}).flatMap(([id, values]) => (name in values ? [id] : []));
  const rows = rowsIn(table);
  const filled = rows.filter((row) => !["null", "[]", "{}"].includes(JSON.stringify(row[name] ?? null)));
  const ids = [...changed.slice(-perKind / 2), ...[...filled, ...rows].map(({ id }) => id)];
  return [...new Set(ids)].slice(0, perKind);
}
