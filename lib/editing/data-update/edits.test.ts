import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { readDataset, readEarlierValues } from "../../../prisma/seed/dataset.ts";
import { resources } from "../../resources/resources.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { makeOlder } from "../../../test/older-edition.ts";
import { useService } from "../../../test/service.ts";
import { useStaff, type StaffClient } from "../../../test/staff-client.ts";
import { updateData } from "./update.ts";

const root = process.cwd();
const dataset = readDataset(root);
const earlier = readEarlierValues(root);
const perKind = 4;
const source = { field: null, name: "The stage door", url: null, kind: "visit", read_on: "2026-11-20", note: null };

/** Edits of a person, by the field that they set. */
const edits: { path: string; field: string; value: (index: number) => unknown }[] = [
  { path: "shows", field: "description", value: (index) => `Told anew ${index}.` },
  { path: "theatres", field: "capacity", value: (index) => 101 + index },
  { path: "productions", field: "closing_date", value: (index) => `2030-01-0${index + 1}` },
  { path: "people", field: "bio", value: (index) => `Born in row ${index}.` },
  { path: "roles", field: "description", value: (index) => `Enters from the left ${index}.` },
  { path: "cast-members", field: "billing_order", value: (index) => 5000 + index },
  { path: "cast-members", field: "details.engagements", value: (index) => [engagement(`200${index}`)] },
  { path: "theatres", field: "details.aliases", value: (index) => [alias(`The ${index} House`)] },
  { path: "shows", field: "details.external_ids", value: (index) => ({ wikidata: `Q${index + 1}` }) },
  { path: "people", field: "details.external_ids", value: (index) => ({ imdb: `nm000000${index}` }) },
  { path: "productions", field: "sources", value: () => [source] },
  { path: "cast-members", field: "sources", value: () => [source] },
];

describe.each(databaseKinds)("the update of the dataset (%s)", (databaseKind) => {
  const service = useService(databaseKind, { settings: { ACCOUNT_DAILY_LIMIT: "100000" } });
  const staff = useStaff(service);

  test("keeps every edit of staff, brings everything else up to date, and changes nothing when it is run again", async () => {
    const { database } = service.infrastructure;
    await makeOlder(database);
    const made = new Map<string, unknown>();
    for (const edit of edits)
      for (const [index, id] of recordsFor(edit).entries()) {
        await makeEdit(staff, edit, id, edit.value(index));
        made.set(`${edit.path}/${id} ${edit.field}`, edit.value(index));
      }
    const gone = dataset["cast_members"]?.filter(({ role_id }) => role_id === null).slice(-perKind) ?? [];
    for (const { id } of gone) await staff.send("DELETE", `cast-members/${id}`);
    await staff.send("POST", "people", { name: "A Newcomer" });
    // The next edition has a show of this name.
    await staff.send("POST", "shows", { name: "The Crown Jewels", type: "play", description: "Ours." });

    const { conflicts } = await updateData(database, root, false);

    const stored = await readStored();
    const lost = [...made].filter(([key, value]) => !isDeepStrictEqual(stored.get(key), value));
    expect(lost).toEqual([]);
    expect([made.size, gone.filter(({ id }) => stored.has(`cast-members/${id} id`))]).toEqual([48, []]);
    expect(stored.get("people/a-newcomer name")).toBe("A Newcomer");
    expect(stored.get("shows/the-crown-jewels description")).toBe("Ours.");
    const isOld = [...inDataset()].filter(
      ([key, value]) => !made.has(key) && stored.has(key) && !isDeepStrictEqual(stored.get(key), value),
    );
    expect(isOld.map(([key]) => key)).toEqual(["shows/the-crown-jewels type", "shows/the-crown-jewels description"]);

    const listed = conflicts.map(({ resource, id, field }) => `${resource}/${id}${field === null ? "" : ` ${field}`}`);
    const known = [...made.keys()].filter((key) => key.includes(" details.") || key.endsWith(" sources"));
    expect(listed).toEqual(expect.arrayContaining([...known, ...gone.map(({ id }) => `cast-members/${id}`)]));
    expect(listed).toContain("productions/dracula-noel-coward-2026 closing_date");
    expect(listed).toContain("shows/the-crown-jewels description");
    expect(await updateData(database, root, false)).toEqual({ changes: [], conflicts, changeId: null });
  });

  /** By `resource/id field`, the stored values. */
  async function readStored(): Promise<Map<string, unknown>> {
    const rows = await Promise.all(
      resources.map(async (resource) => {
        const found = await service.infrastructure.database.query<{ row: string }>(
          `SELECT to_jsonb(one)::text AS row FROM ${resource.repository.name} AS one`,
          [],
        );
        return found.flatMap(({ row }) => fieldsOf(resource, JSON.parse(row) as Row));
      }),
    );
    return new Map(rows.flat());
  }
});

type Row = Record<string, unknown> & { id: string };

function fieldsOf({ path, record }: (typeof resources)[number], row: Row): [string, unknown][] {
  return Object.entries(row).map(([field, value]) => [
    `${path}/${row.id} ${field in record.shape || field === "sources" ? field : `details.${field}`}`,
    value,
  ]);
}

function* inDataset(): Generator<[string, unknown]> {
  for (const resource of resources)
    for (const row of dataset[resource.repository.name] ?? []) yield* fieldsOf(resource, row);
}

/** Records that the update changes in this field, as far as there are, and others. */
function recordsFor({ path, field }: (typeof edits)[number]): string[] {
  const table = path.replace("-", "_");
  const name = field.replace("details.", "");
  const changed = Object.entries(earlier[table] ?? {}).flatMap(([id, values]) => (name in values ? [id] : []));
  const rows = dataset[table] ?? [];
  const filled = rows.filter((row) => !["null", "[]", "{}"].includes(JSON.stringify(row[name] ?? null)));
  const ids = [...changed.slice(-perKind / 2), ...[...filled, ...rows].map(({ id }) => id)];
  return [...new Set(ids)].slice(0, perKind);
}

async function makeEdit(staff: StaffClient, { path, field }: (typeof edits)[number], id: string, value: unknown) {
  const [document, name] = field.startsWith("details.") ? ["/details", field.slice(8)] : ["", field];
  const { status } = await staff.send("PUT", `${path}/${id}${field === "sources" ? "/sources" : document}`, {
    [name]: value,
  });
  expect([`${path}/${id} ${field}`, status]).toEqual([`${path}/${id} ${field}`, 200]);
}

function engagement(year: string) {
  return { from: year, to: year, ended: true, note: null };
}

function alias(name: string) {
  return { name, kind: "also", from: null, to: null };
}
