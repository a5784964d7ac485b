import { describe, expect, test } from "vitest";
import { generateKey } from "../keys/key.ts";
import { everyDatabaseKind } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { behindProxy, burst, freshAddress, fromAddress } from "../../test/quota-helpers.ts";

const start = Date.parse("2031-05-05T12:00:00Z");

describe.each(everyDatabaseKind)("refused callers (%s)", (databaseKind) => {
  let time = start;

  const service = useService(databaseKind, {
    settings: { ...behindProxy, PUBLIC_DAILY_LIMIT: "2" },
    now: () => time,
  });

  const answer = (address: string, headers = {}) => service.get("/api/shows", fromAddress(address, headers));
  const ask = async (address: string, headers = {}) => (await answer(address, headers)).status;
  /** An address over its limit, which this instance has just refused. */
  const refusedAddress = async () => {
    const address = freshAddress();
    for (const status of [200, 200, 429]) expect(await ask(address)).toBe(status);
    return address;
  };
  /** The number of calls of the store, each of which counts one refusal. */
  const refusalsCounted = async (address: string) => {
    const sql = "SELECT CAST(SUM(refused) AS integer) AS refused FROM daily_usage WHERE subject = $1";
    const [counted] = await service.infrastructure.database.query<{ refused: number }>(sql, [`ip:${address}`]);
    return counted?.refused;
  };

  test("cost the store one call a second, at any rate of requests", async () => {
    const address = await refusedAddress();

    expect((await burst(50, () => answer(address))).statuses).toEqual({ 429: 50 });
    time += 999;
    expect(await ask(address)).toBe(429);
    expect(await refusalsCounted(address)).toBe(1);

    time += 1;
    for (let again = 0; again < 3; again += 1) expect(await ask(address)).toBe(429);
    expect(await refusalsCounted(address)).toBe(2);
  });

  test("get a Retry-After that decreases every second", async () => {
    const address = await refusedAddress();
    const wait = async () => Number((await answer(address)).headers.get("retry-after"));

    const before = await wait();
    time += 1_000;

    expect(await wait()).toBe(before - 1);
  });

  test("do not affect other callers", async () => {
    await refusedAddress();

    expect(await ask(freshAddress())).toBe(200);
  });

  test("are checked each time when they send a key, because another instance may just have created it", async () => {
    const address = await refusedAddress();

    for (let again = 0; again < 3; again += 1)
      expect(await ask(address, { Authorization: `Bearer ${generateKey().secret}` })).toBe(401);

    expect(await refusalsCounted(address)).toBe(4);
  });

  test("see a change of polled content at once", async () => {
    const address = freshAddress();
    const etag = (await answer(address)).headers.get("etag") ?? "";
    for (const status of [200, 429]) expect(await ask(address)).toBe(status);
    expect(await ask(address, { "If-None-Match": etag })).toBe(304);

    await service.infrastructure.database.query("UPDATE shows SET description = $1 WHERE id = 'hamilton'", ["Anew."]);

    expect(await ask(address, { "If-None-Match": etag })).toBe(429);
  });

  test("are admitted on the next day, even a millisecond later", async () => {
    time = start + 43_200_000 - 1;
    const address = await refusedAddress();

    time += 1;

    expect(await ask(address)).toBe(200);
    time = start;
  });
});
