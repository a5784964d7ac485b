import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../db/database.ts";
import { databaseKinds, useDatabase } from "../../../test/databases.ts";
import { createKey } from "./key-queries.ts";
import { KeyRequestRecorder } from "./request-recorder.ts";

const day = 22_000;
const shows = { path: "/shows" };

describe.each(databaseKinds)("the recorder of keys' requests (%s)", (kind) => {
  const database = useDatabase(kind);
  let recorder: KeyRequestRecorder;
  let ids: string[];
  /** Makes every statement of the recorder fail. */
  let isDown: boolean;
  /** How many failures each statement had. */
  const sizes: number[] = [];

  beforeEach(async () => {
    await database.runScript("DELETE FROM failed_requests; DELETE FROM route_usage");
    isDown = false;
    const query: Database["query"] = async (sql, parameters) => {
      sizes.push((JSON.parse(String(parameters[1])) as unknown[]).length);
      if (isDown) throw new Error("The database is down.");
      return database.query(sql, parameters);
    };
    recorder = new KeyRequestRecorder({ ...database, query });
    const key = { email: `${randomUUID()}@b.example`, expiresAt: null, dailyLimit: null };
    ids = [];
    for (const name of ["one", "two"]) ids.push((await createKey(database.prisma, { ...key, name })).id);
  });
  afterEach(async () => {
    isDown = false;
    await recorder.close();
  });

  const failure = (keyId: string, requestId: string) => ({
    key_id: keyId,
    at: "2031-01-01T00:00:00.000Z",
    request_id: requestId,
    method: "GET",
    route: null,
    status: 404,
    why: "It is not there.",
    user_agent: null,
    address: null,
  });
  const stored = async () =>
    (await database.query<{ request_id: string }>("SELECT request_id FROM failed_requests ORDER BY id", [])).map(
      ({ request_id }) => request_id,
    );
  const usage = () => database.query(`SELECT route, status_2xx AS ok, counted FROM route_usage`, []);

  test("keeps what the database does not take, without counting it twice", async () => {
    isDown = true;
    recorder.addCounted(`key:${ids[0]}`, day, shows);
    recorder.addFailure(failure(ids[0] ?? "", "during-the-outage"));
    await recorder.flush();
    recorder.addCounted(`key:${ids[0]}`, day, shows);
    recorder.addFailure(failure(ids[0] ?? "", "later"));
    isDown = false;
    await recorder.flush();

    expect(await usage()).toEqual([{ route: "/api/shows", ok: 0, counted: 2 }]);
    expect(await stored()).toEqual(["during-the-outage", "later"]);
  });

  test("writes what is waiting when it is closed", async () => {
    recorder.addAnswer(`key:${ids[0]}`, day, shows, 200);
    recorder.addFailure(failure(ids[0] ?? "", "the-last-one"));
    await recorder.close();

    expect(await usage()).toEqual([{ route: "/api/shows", ok: 1, counted: 0 }]);
    expect(await stored()).toEqual(["the-last-one"]);
  });

  test("keeps at most 5,000 failures in memory, with any number of keys and during any outage", async () => {
    isDown = true;
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 6_000; index += 1) recorder.addFailure(failure(`key-${index % 100}`, `${index}`));
      await recorder.flush();
    }
    isDown = false;
    sizes.length = 0;
    await recorder.flush();

    expect(sizes).toEqual([5_000]);
  });
});
