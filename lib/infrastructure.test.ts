import { afterEach, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { log } from "./core/log.ts";
import { databaseOfTest } from "../test/databases.ts";
import { serveFrom, type TestService } from "../test/service.ts";
import { signedIn } from "../test/signed-in.ts";

const hours = 3_600_000;
afterEach(() => void vi.restoreAllMocks());

async function serve(settings: Record<string, string>, hoursAhead: number): Promise<TestService> {
  const service = await serveFrom(settings, { now: () => Date.now() + hoursAhead * hours });
  onTestFinished(() => service.close());
  return service;
}

const databaseOfTwo = async () => ({
  ...(await databaseOfTest("server")),
  NEXTAUTH_SECRET: "the same for all of them",
});

const remaining = async (service: TestService) =>
  (await service.get("/api/quota")).headers.get("x-ratelimit-remaining");
const readiness = async (service: TestService) => {
  const response = await service.get("/api/health/ready");
  return [response.status, await response.json()] as const;
};

describe.skipIf(inject("postgresUrl") === null)("an instance whose clock is wrong", () => {
  test.each([49, -49])("by %s hours does not change the counts and sessions of the others", async (hoursAhead) => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const settings = await databaseOfTwo();
    const right = await serve(settings, 0);
    const cookie = await signedIn(right, "developer");
    await right.get("/api/shows");
    const before = await remaining(right);

    // Its housekeeping has run when it serves.
    await serve(settings, hoursAhead);

    expect(await remaining(right)).toBe(before);
    const quota = await right.get("/api/quota", { headers: { cookie } });
    expect(await quota.json()).toMatchObject({ tier: "account" });
  });

  test.each([
    [49, "176400 seconds ahead of"],
    [-49, "176400 seconds behind"],
  ])("by %s hours is logged once and reported by the readiness check", async (hoursAhead, words) => {
    const said = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const service = await serve(await databaseOfTwo(), hoursAhead);

    const ready = [await readiness(service), await readiness(service)];

    const state = { status: "ready", database: "ok", limits: "ok", clock_seconds_ahead: hoursAhead * 3600 };
    expect(ready).toEqual([
      [200, state],
      [200, state],
    ]);
    expect(said.mock.calls).toEqual([[expect.stringContaining(words)]]);
  });

  test("by less than ten seconds logs nothing", async () => {
    const said = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const service = await serve(await databaseOfTwo(), 5 / 3600);

    expect(await readiness(service)).toEqual([200, { status: "ready", database: "ok", limits: "ok" }]);
    expect(said.mock.calls).toEqual([]);
  });
});
