import { describe, expect, test } from "vitest";
import { createKey } from "../keys/queries.ts";
import { captureLimitLogs } from "../../test/captured-logs.ts";
import { startBehindProxy, expectSurvives } from "../../test/outage.ts";
import { freshAddress, fromAddress } from "../../test/quota-helpers.ts";
import { stores } from "../../test/stores.ts";
import { recordFault } from "../../test/fault-recorder.ts";

const keyOrder = { email: "ada@example.com", name: "A key", expiresAt: null, dailyLimit: null };

/** One fault of each kind: unreachable, silent, and invalid. `store-faults.test.ts` has the others. */
describe.skipIf(!stores.includes("upstash"))("while Upstash", () => {
  test("refuses connections, the service continues and recovers", async () => {
    await expectSurvives(
      await startBehindProxy("upstash"),
      "refuse",
      recordFault("Redis (Upstash) refuses connections"),
    );
  });

  test("speaks no HTTP, the service continues and recovers", async () => {
    const fault = { answer: "ERROR\r\n" };
    await expectSurvives(await startBehindProxy("upstash"), fault, recordFault("Redis (Upstash) speaks no HTTP"));
  });
});

describe.skipIf(!stores.includes("server"))("while PostgreSQL", () => {
  test("hangs, the service continues and recovers", async () => {
    await expectSurvives(await startBehindProxy("server"), "hang", recordFault("PostgreSQL hangs"));
  });
});

describe.skipIf(!stores.includes("upstash"))("while Upstash can't be reached and the database can", () => {
  test("a change of the data and a revoked key are seen at once", async () => {
    const { proxy, service, other } = await startBehindProxy("upstash");
    captureLimitLogs();
    const { database } = other.infrastructure;
    const { id, secret } = await createKey(database.prisma, keyOrder);
    const withKey = () => service.get("/api/shows", fromAddress(freshAddress(), { Authorization: `Bearer ${secret}` }));
    await proxy.set("refuse");
    expect((await withKey()).status).toBe(200);

    await database.query("UPDATE shows SET name = 'A name of today' WHERE id = (SELECT min(id) FROM shows)", []);
    expect(await (await withKey()).text()).toContain("A name of today");
    await database.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [id]);
    expect((await withKey()).status).toBe(401);
  });
});
