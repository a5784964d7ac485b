/** @module-tag full */
import { afterEach, describe, expect, test } from "vitest";
import type { Database } from "../../db/database.ts";
import { createTestDatabase, databaseKinds } from "../../../test/databases.ts";
import { serveFrom, type TestService } from "../../../test/service.ts";
import { signedIn } from "../../../test/signed-in.ts";
import { staffClientWithCookie, type StaffClient } from "../../../test/staff-client.ts";
import { readEverything, UpdatesReader } from "../../../test/updates-reader.ts";
import { updateData } from "../../editing/data-update/update.ts";

/** `npm run test:faults` makes 200 rounds. */
const rounds = Number(process.env["REPLAYS"] ?? 10);
const writers = 8;
const readers = 4;
const secret = { NEXTAUTH_SECRET: "the same for all of them", NEXTAUTH_URL: "http://127.0.0.1" };
const highLimits = { PUBLIC_DAILY_LIMIT: "100000000", ACCOUNT_DAILY_LIMIT: "100000000" };

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A production of the dataset that the update adds again. */
const added = "barcelona-duke-of-yorks-2024";

/** Whole tables are compared after each round, so there is little in them. */
const emptied = `DELETE FROM cast_members; DELETE FROM roles; UPDATE productions SET transfer_of = NULL;
  DELETE FROM productions; DELETE FROM theatres; DELETE FROM shows; DELETE FROM people; DELETE FROM record_changes`;

describe.each(databaseKinds)("copies that follow the updates (%s)", (databaseKind) => {
  test(
    `are what the lists are after each of ${rounds} rounds of ${writers} writers, ${readers} readers and plain SQL`,
    async () => {
      const testDatabase = await createTestDatabase(databaseKind);
      ends.push(() => testDatabase.remove());
      const settings = { ...testDatabase.settings, ...secret, ...highLimits };
      const services: TestService[] = [];
      // Only a server can be shared by two instances.
      for (let count = 0; count < (databaseKind === "server" ? 2 : 1); count += 1) {
        const service = await serveFrom(settings);
        ends.push(() => service.close());
        services.push(service);
      }
      const [first] = services as [TestService];
      await first.infrastructure.database.runScript(emptied);
      const cookie = await signedIn(first, "editor");
      const staff = services.map((service) => staffClientWithCookie(cookie, service));
      const copies = Array.from(
        { length: readers },
        (_, index) => new UpdatesReader(`?limit=${[2, 5, 50, 500][index]}`),
      );

      for (let round = 0; round < rounds; round += 1) {
        const reading = copies.map(async (copy) => {
          for (let times = 0; times < 3; times += 1) await copy.catchUp(...services);
        });
        await Promise.all(
          Array.from({ length: writers }, (_, writer) =>
            write(staff[writer % staff.length] as StaffClient, first.infrastructure.database, round, writer),
          ),
        );
        await Promise.all(reading);
        for (const [index, copy] of copies.entries())
          await copy.catchUp(services[index % services.length] as TestService);
        const everything = await readEverything(services[round % services.length] as TestService);
        for (const copy of copies) expect(copy.copy).toEqual(everything);
      }
      for (const { numbers } of copies) expect(isStrictlyIncreasing(numbers)).toBe(true);
      expect(copies.every(({ unchanged }) => unchanged > 0)).toBe(true);
    },
    60_000 + rounds * 5_000,
  );

  test("are what the lists are after an import of 600 rows, its undo and an update of the dataset", async () => {
    const testDatabase = await createTestDatabase(databaseKind);
    ends.push(() => testDatabase.remove());
    const service = await serveFrom({ ...testDatabase.settings, ...highLimits });
    ends.push(() => service.close());
    const { database } = service.infrastructure;
    const staff = staffClientWithCookie(await signedIn(service, "editor"), service);
    const copy = new UpdatesReader();
    const expectSame = async () => {
      await copy.catchUp(service);
      const everything = await readEverything(service, 100);
      expect(copy.copy.size).toBe(everything.size);
      expect(Object.fromEntries(copy.copy)).toMatchObject(Object.fromEntries(everything));
    };
    await copy.catchUp(service);
    const changes = Array.from({ length: 600 }, (_, index) => ({
      action: "create",
      resource: "people",
      data: { name: `Imported ${index}` },
    }));
    expect((await staff.send("POST", "changes", { changes })).status).toBe(200);
    await expectSame();
    const [entry] = await staff.activity(1);
    expect((await staff.send("POST", `activity/${entry?.id}/revert`)).status).toBe(200);
    await expectSame();
    for (const table of ["cast_members", "roles"])
      await database.query(`DELETE FROM ${table} WHERE production_id = $1`, [added]);
    await database.query("DELETE FROM productions WHERE id = $1", [added]);
    await database.query("DELETE FROM retired_ids", []);
    await expectSame();
    const before = copy.numbers.length;
    expect((await updateData(database, process.cwd(), false)).changeId).not.toBeNull();
    await expectSame();
    expect(copy.numbers.length).toBeGreaterThan(before);
    expect(isStrictlyIncreasing(copy.numbers)).toBe(true);
  });
});

/** Creates, changes and deletes records through the API and in plain SQL; the others do the same at the same time. */
async function write(staff: StaffClient, database: Database, round: number, writer: number): Promise<void> {
  const name = `Round ${round} Writer ${writer}`;
  const { body: person } = await staff.send("POST", "people", { name });
  await staff.send("PUT", `people/${person.id}`, { bio: name });
  if (writer === 0)
    await inSql(database, "UPDATE people SET image = $1 WHERE id = $2", ["https://example.com/a.jpg", person.id]);
  if (writer === 1) await staff.send("PUT", `people/${person.id}/sources`, { verified: true });
  if (writer === 2) await undoLast(staff);
  if (writer === 3) await staff.send("POST", "shows", { name, type: "play" });
  if (writer === 4)
    await inSql(database, "DELETE FROM people WHERE name LIKE $1 AND id <> $2", [`% Writer ${writer}`, person.id]);
  // So that the tables stay small.
  if (writer > 4) await staff.send("DELETE", `people/${person.id}`);
  if (writer === 3 && round % 10 === 9) await inSql(database, "DELETE FROM people", []);
}

/** PostgreSQL may end a statement that waits for a write which waits for it. It is sent again, as a person would. */
async function inSql(database: Database, statement: string, parameters: unknown[]): Promise<void> {
  for (;;) {
    try {
      await database.query(statement, parameters);
      return;
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("deadlock detected"))) throw error;
    }
  }
}

/** Undoes the last change; a later change may stand in the way. */
async function undoLast(staff: StaffClient): Promise<void> {
  const [entry] = await staff.activity(1);
  if (entry) await staff.send("POST", `activity/${entry.id}/revert`);
}

function isStrictlyIncreasing(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}
