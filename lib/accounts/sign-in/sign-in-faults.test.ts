import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstAdministrator } from "../../../test/embedded-template.ts";
import { CookieClient } from "../../../test/cookie-client.ts";
import { startRealService, type RealService } from "../../../test/processes.ts";
import { recordFault } from "../../../test/fault-recorder.ts";

/** Contract §7 promises three seconds, and ten from a new browser; a machine with other work gets more. */
const maxMilliseconds = 10_000;
const maxFromNewBrowserMilliseconds = 20_000;
const attackSeconds = 40;
const retryAfterMilliseconds = 2_000;
/** The first start may include a build. */
const startMilliseconds = 600_000;

describe("under any number of wrong passwords", () => {
  let service: RealService;
  /** Each signs in from a network of its own. */
  let newcomers = 0;

  beforeAll(async () => {
    service = await startRealService({ PUBLIC_DAILY_LIMIT: "1000000" });
  }, startMilliseconds);
  afterAll(async () => {
    await service.stop();
  });

  /** Tries wrong passwords from many addresses. @returns its lines: one once it has begun, then how often each status came. */
  function attackFrom(addresses: number, spread: string, target: string): AsyncIterator<string> {
    const given = [service.origin, String(addresses), spread, target, String(attackSeconds)];
    const attack = spawn(process.execPath, ["test/crowd-attack.mjs", ...given], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    return createInterface(attack.stdout)[Symbol.asyncIterator]();
  }

  test.each([
    [3_000, "one-address", "strangers"],
    [60, "one-network", "strangers"],
    [600, "one-network", "strangers"],
    [60, "many-networks", "strangers"],
    [600, "many-networks", "strangers"],
    [60, "many-networks", firstAdministrator.email],
    [600, "many-networks", firstAdministrator.email],
  ])(
    "from %i clients of %s that try for %s, an administrator signs in, from a known and from a new browser",
    { timeout: 900_000 },
    async (clients, spread, target) => {
      const whose = target === "strangers" ? "unknown accounts" : "the administrator's account";
      const where = { "one-address": "one address", "one-network": "one /48" }[spread] ?? "as many networks";
      const fault = `${clients} clients of ${where} try passwords for ${whose}`;
      const seen = recordFault(`${fault}: an administrator signs in, from a known and from a new browser`);
      const signIn = async (client: CookieClient) => {
        const startedAt = performance.now();
        for (;;) {
          const { status } = await client.act("callback/credentials", { ...firstAdministrator, callbackUrl: "/" });
          const milliseconds = performance.now() - startedAt;
          seen.note(status, milliseconds);
          if (status !== 503) {
            expect(status).toBe(200);
            return milliseconds;
          }
          // As the form does: the first attempts of a crowd are like anybody's.
          await setTimeout(retryAfterMilliseconds);
        }
      };
      newcomers += 1;
      const known = new CookieClient(service.origin, `172.16.${newcomers}.1`);
      await signIn(known);
      const lines = attackFrom(clients, spread, target);
      await lines.next();

      for (let time = 0; time < 3; time += 1) {
        expect(await signIn(known)).toBeLessThan(maxMilliseconds);
        newcomers += 1;
        const fresh = new CookieClient(service.origin, `172.16.${newcomers}.1`);
        expect(await signIn(fresh)).toBeLessThan(maxFromNewBrowserMilliseconds);
      }
      // `none` counts the connections that a process without a processor has lost.
      const { none: _lost, ...statuses } = JSON.parse(String((await lines.next()).value)) as Record<string, number>;
      expect(Object.keys(statuses).filter((status) => status !== "401" && status !== "503")).toEqual([]);
    },
  );
});
