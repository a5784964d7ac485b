import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readDataset } from "../../../prisma/seed/dataset.ts";
import type { Database } from "../../db/database.ts";
import { resources } from "../../resources/resources.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../../../test/databases.ts";
import { added, makeOlder } from "../../../test/older-edition.ts";
import { serveFrom, type TestService } from "../../../test/service.ts";
import { staffClient, type StaffClient } from "../../../test/staff-client.ts";
import { updateData } from "./update.ts";

const root = process.cwd();
const dataset = readDataset(root);
/** Those whose records have sources. */
const detailed = resources.filter(({ details }) => details);

describe.each(databaseKinds)("the update of the dataset (%s)", (databaseKind) => {
  let testDatabase: TestDatabase;
  let service: TestService;
  let database: Database;
  let staff: StaffClient;

  beforeEach(async () => {
    testDatabase = await createTestDatabase(databaseKind);
    service = await serveFrom({
      ...testDatabase.settings,
      PUBLIC_DAILY_LIMIT: "100000",
      ACCOUNT_DAILY_LIMIT: "100000",
    });
    ({ database } = service.infrastructure);
    staff = await staffClient(service);
    await makeOlder(database);
  });
  afterEach(async () => {
    await service.close();
    await testDatabase.remove();
  });

  const rowsOf = async (path: string) => {
    const resource = resources.find((one) => one.path === path);
    const rows = (
      await database.query<{ row: string }>(
        `SELECT to_jsonb(one)::text AS row FROM ${resource?.repository.name} AS one ORDER BY id`,
        [],
      )
    ).map(({ row }) => JSON.parse(row) as Record<string, unknown> & { id: string });
    return new Map(rows.map((row) => [row.id, row]));
  };
  const everything = async () => Promise.all(resources.map(async ({ path }) => [...(await rowsOf(path)).values()]));
  const undo = async () => staff.send("POST", `activity/${(await staff.activity(1))[0]?.id}/revert`);

  test("shows what it would change and writes nothing; then it makes the change, and a second one has nothing to do", async () => {
    const before = await everything();

    const dry = await updateData(database, root, true);
    expect([dry.conflicts, dry.changeId]).toEqual([[], null]);
    expect(await everything()).toEqual(before);
    const made = await updateData(database, root, false);

    expect(made.changes).toEqual(dry.changes);
    for (const { path, repository } of detailed) {
      const stored = await rowsOf(path);
      for (const row of dataset[repository.name] ?? []) expect(stored.get(row.id)).toMatchObject(row);
    }
    expect(await updateData(database, root, false)).toEqual({ changes: [], conflicts: [], changeId: null });
  });

  test("is undone as one", { tags: ["full"] }, async () => {
    const before = await everything();
    await updateData(database, root, false);

    expect((await undo()).status).toBe(200);

    expect(await everything()).toEqual(before);
  });

  test("leaves what people have changed, deleted or added, and says so", async () => {
    const [theatre, show] = ["adelphi", "les-miserables"];
    const member = dataset["cast_members"]?.find(
      ({ engagements, production_id }) => (engagements as object[]).length > 0 && production_id !== added.production,
    );
    const engagements = [{ from: "2001", to: "2002", ended: true, note: null }];
    await staff.send("PUT", `theatres/${theatre}`, { current_show_id: "cats" });
    await staff.send("PUT", `theatres/${theatre}`, { current_show_id: null });
    await staff.send("PUT", `shows/${show}`, { booking_until: "2030-01-01", description: "Barricades." });
    await staff.send("PUT", `cast-members/${member?.id}/details`, { engagements });
    const gone = dataset["cast_members"]?.find(({ id, role_id }) => id !== member?.id && role_id === null);
    await staff.send("DELETE", `cast-members/${gone?.id}`);
    const role = dataset["roles"]?.find(({ production_id }) => production_id === added.production);
    const before = await everything();

    const { conflicts, changes } = await updateData(database, root, false);

    expect(conflicts.map(({ resource, id, field }) => [resource, id, field])).toEqual([
      ["shows", show, "booking_until"],
      ["theatres", theatre, "current_show_id"],
      ["cast-members", member?.id, "details.engagements"],
      ["cast-members", gone?.id, null],
    ]);
    expect((await rowsOf("theatres")).get(theatre)?.["current_show_id"]).toBeNull();
    expect((await rowsOf("shows")).get(show)).toMatchObject({
      booking_until: "2030-01-01",
      description: "Barricades.",
    });
    expect((await rowsOf("cast-members")).get(member?.id ?? "")).toMatchObject({ engagements });
    expect((await rowsOf("cast-members")).has(gone?.id ?? "")).toBe(false);
    expect((await rowsOf("roles")).has(role?.id ?? "")).toBe(true);
    expect(changes.some(({ action }) => action === "create")).toBe(true);
    expect((await undo()).status).toBe(200);
    expect(await everything()).toEqual(before);
  });

  test("leaves out what the rules refuse, and what refers to that", async () => {
    const newcomer = dataset["cast_members"]?.find(({ production_id }) => production_id === added.production);
    const person = dataset["people"]?.find(({ id }) => id === newcomer?.["person_id"]);
    await database.query("DELETE FROM cast_members WHERE person_id = $1", [person?.id]);
    await database.query("DELETE FROM people WHERE id = $1", [person?.id]);
    await staff.send("POST", "people", { name: person?.["name"] });

    const { conflicts } = await updateData(database, root, false);

    expect(conflicts[0]).toMatchObject({ resource: "people", id: person?.id, field: null });
    expect(
      conflicts.slice(1).every(({ resource, message }) => resource === "cast-members" && message.includes("person_id")),
    ).toBe(true);
    expect((await rowsOf("productions")).has(added.production)).toBe(true);
  });
});
