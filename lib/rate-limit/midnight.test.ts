import { describe, expect, test } from "vitest";
import { everyDatabaseKind } from "../../test/databases.ts";
import { startService } from "../../test/service.ts";
import { behindProxy, burst, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";

const midnight = Date.parse("2031-03-01T00:00:00Z");

describe.each(everyDatabaseKind)("at midnight in UTC (%s)", (databaseKind) => {
  test("the quota returns once, and reset is the midnight after the second in Date", async () => {
    let time = midnight - 1;
    const service = await startService(databaseKind, {
      settings: { ...behindProxy, PUBLIC_DAILY_LIMIT: "3" },
      now: () => time,
    });
    const address = freshAddress();
    const ask = async () => {
      const response = await service.get("/api/shows", fromAddress(address));
      const { remaining, reset } = quotaOf(response);
      return [response.status, remaining, reset, response.headers.get("date"), response.headers.get("retry-after")];
    };
    const last = "Fri, 28 Feb 2031 23:59:59 GMT";
    const first = "Sat, 01 Mar 2031 00:00:00 GMT";

    await burst(2, () => service.get("/api/shows", fromAddress(address)));
    expect(await ask()).toEqual([200, 0, midnight / 1000, last, null]);
    expect(await ask()).toEqual([429, 0, midnight / 1000, last, "1"]);
    time = midnight;
    expect(await ask()).toEqual([200, 2, midnight / 1000 + 86_400, first, null]);
    time = midnight + 86_399_999;
    await burst(2, () => service.get("/api/shows", fromAddress(address)));
    expect((await ask())[0]).toBe(429);

    await service.close();
  });

  test("a response produced across midnight belongs entirely to the new day", async () => {
    let time = midnight - 86_400_000;
    const step = { milliseconds: 0 };
    const service = await startService(databaseKind, { settings: behindProxy, now: () => (time += step.milliseconds) });

    // Each reading of the clock advances it, so that every request passes midnight at a different step.
    step.milliseconds = 1;
    for (let early = 0; early <= 8; early += 1) {
      const address = freshAddress();
      time = midnight - early;
      const response = await service.get("/api/shows", fromAddress(address));
      const second = Date.parse(response.headers.get("date") ?? "") / 1000;
      const { remaining, reset } = quotaOf(response);
      expect([response.status, remaining]).toEqual([200, 99]);
      expect(reset).toBe((Math.floor(second / 86_400) + 1) * 86_400);
    }

    await service.close();
  });
});
