import { describe, expect, test, vi } from "vitest";
import { log } from "../core/log.ts";
import { everyDatabaseKind } from "../../test/databases.ts";
import { startService } from "../../test/service.ts";
import { staffClient } from "../../test/staff-client.ts";

describe.each(everyDatabaseKind)("while the database can't count requests (%s)", (databaseKind) => {
  test("a process serves its own writes at once, in the record and in the list", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const service = await startService(databaseKind);
    const staff = await staffClient(service);
    const names = async () =>
      ((await (await service.get("/api/people")).json()) as { name: string }[]).map(({ name }) => name);
    await names();
    await service.infrastructure.database.query("ALTER TABLE daily_usage RENAME TO daily_usage_away", []);

    for (let round = 1; round <= 20; round += 1) {
      const name = `Written in round ${round}`;
      const { status, body } = await staff.send("POST", "people", { name });

      expect(status).toBe(201);
      expect((await service.get(`/api/people/${body.id}`)).status).toBe(200);
      expect(await names()).toContain(name);
    }
    expect(service.infrastructure.isLimitStoreReachable()).toBe(false);

    await service.infrastructure.database.query("ALTER TABLE daily_usage_away RENAME TO daily_usage", []);
    await service.close();
    vi.restoreAllMocks();
  });
});
