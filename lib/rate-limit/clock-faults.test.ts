import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, inject, test } from "vitest";
import { createTestDatabase } from "../../test/databases.ts";
import { removeBundle, startBridgeProcess, startInstance } from "../../test/processes.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";
import { everyStore } from "../../test/stores.ts";
import { faketimeLibrary, turnableClock } from "../../test/turnable-clock.ts";
import { until } from "../../test/until.ts";
import { recordFault } from "../../test/fault-recorder.ts";

if (!faketimeLibrary) console.warn("SKIPPED: libfaketime is not installed here, so no clock is made to jump.");

const days = ["2030-05-31", "2030-06-01", "2030-06-02"] as const;
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(removeBundle);

describe.skipIf(!faketimeLibrary).each(everyStore.filter((store) => store !== "server"))(
  "a clock that jumps a day (%s)",
  (store) => {
    test("forwards and back gives each day's quota once and keeps each day's count", async () => {
      const seen = recordFault(`the clock jumps a day forwards and two back (${store})`);
      const folder = mkdtempSync(path.join(tmpdir(), "theatre-clock-"));
      ends.push(() => rmSync(folder, { recursive: true }));
      const clock = turnableClock(path.join(folder, "time"));
      const jump = (day: string) => clock.turnTo(new Date(noonOf(day) * 1000));
      jump(days[1]);
      const testDatabase = await createTestDatabase("embedded");
      ends.push(() => testDatabase.remove());
      const upstash = store === "upstash" ? await startBridgeProcess(inject("redisPort") ?? 0) : null;
      if (upstash) ends.push(upstash.close);
      const service = await startInstance({
        ...behindProxy,
        ...testDatabase.settings,
        ...upstash?.settings,
        ...clock.settings,
      });
      ends.push(() => service.kill());
      const address = freshAddress();
      const ask = () => seen.see(() => service.get("/api/shows", fromAddress(address)));
      const jumped = async (day: string) => {
        jump(day);
        const reset = async () => quotaOf(await service.get("/api/quota", fromAddress(address))).reset;
        await until(`it is ${day}`, reset, (seconds) => seconds === noonOf(day) + 43_200);
      };

      await jumped(days[1]);
      expect(await burst(30, ask)).toEqual({ statuses: { 200: 30 }, remaining: countdown(99, 30) });
      await jumped(days[2]);
      expect(await burst(10, ask)).toEqual({ statuses: { 200: 10 }, remaining: countdown(99, 10) });
      await jumped(days[0]);
      expect(await burst(110, ask)).toEqual({ statuses: { 200: 100, 429: 10 }, remaining: countdown(99, 100) });
      seen.over();
      await jumped(days[1]);
      seen.back();
      const { remaining } = quotaOf(await service.get("/api/quota", fromAddress(address)));
      seen.kept("counts", 30, remaining - 70);
      expect(await burst(80, ask)).toEqual({ statuses: { 200: 70, 429: 10 }, remaining: countdown(69, 70) });
      expect(service.log).toEqual([]);
    });
  },
);
