import { beforeEach, describe, expect, test } from "vitest";
import { sendJson, developer, withKey, type Developer } from "../../../test/developer.ts";
import { useInstances } from "../../../test/instances.ts";
import { behindProxy, freshAddress } from "../../../test/quota-helpers.ts";
import { stores } from "../../../test/stores.ts";

describe.each(stores)("an account without requests left (counting in %s)", (store) => {
  const start = Date.now();
  /** In the middle of a minute of the real day, because Redis uses its own clock. */
  let time = start - (start % 60_000) + 30_000;
  let owner: Developer;

  const settings = { ...behindProxy, ACCOUNT_DAILY_LIMIT: "4", PUBLIC_DAILY_LIMIT: "9" };
  const [service, other] = useInstances(store, () => ({ settings, now: () => time }));
  beforeEach(async () => {
    owner = await developer(service);
  });

  const useUp = async () => {
    for (let left = 4; left > 0; left -= 1) await owner.ask("GET", "/shows/none");
    expect((await owner.ask("GET", "/shows")).status).toBe(429);
  };
  /** The account's own paths in turn, on both instances. */
  const paths = ["/keys", "/account", "/account/sessions", "/keys/none/usage"];
  const askOwn = (index: number) =>
    sendJson(index % 2 ? service : other, "GET", paths[index % paths.length] ?? "", undefined, {
      cookie: owner.cookie,
    });

  test("can still revoke a leaked key, and sees that nothing remains", async () => {
    const { id, key } = await owner.makeKey();
    for (let left = 3; left > 0; left -= 1) await owner.ask("GET", "/shows/none");

    const revoked = await owner.ask("DELETE", `/keys/${id}`);

    expect([
      revoked.status,
      revoked.headers.get("x-ratelimit-limit"),
      revoked.headers.get("x-ratelimit-remaining"),
    ]).toEqual([200, "4", "0"]);
    expect((await service.get("/api/shows", withKey(key))).status).toBe(401);
  });

  test("gets exactly sixty answers a minute about its keys and itself, over all instances", async () => {
    await useUp();

    const answers = await Promise.all(Array.from({ length: 80 }, (_, index) => askOwn(index)));

    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200 || status === 404)).toHaveLength(60);
    expect(refused).toHaveLength(20);
    for (const { body, headers } of refused) {
      const message = expect.stringContaining("60 times a minute") as unknown;
      const reset = (time + 30_000) / 1000;
      expect(body).toEqual({ error: "Rate limit exceeded", message, limit: 60, reset });
      expect([headers.get("retry-after"), headers.get("x-ratelimit-remaining")]).toEqual(["30", "0"]);
    }
    time += 30_000;
    expect((await askOwn(0)).status).toBe(200);
    time -= 30_000;
  });

  test("gets 429 on every other path", async () => {
    await useUp();

    const elsewhere = ["/accounts", "/shows", "/keysmith", "/accounts/none"];
    const answers = await Promise.all(elsewhere.map((path) => owner.ask("GET", path)));

    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    expect(answers[0]?.body).toMatchObject({ limit: 4 });
  });

  test("has no effect on callers who are not signed in", async () => {
    const address = { "x-forwarded-for": freshAddress() };
    const ask = async (path: string) => (await sendJson(service, "GET", path, undefined, address)).status;

    for (let left = 9; left > 0; left -= 1) expect(await ask("/keys")).toBe(401);
    expect([await ask("/keys"), await ask("/account")]).toEqual([429, 429]);
  });

  test("keeps these minutes out of the usage history", async () => {
    await useUp();
    await askOwn(0);
    await service.infrastructure.flushUsage();

    const rows = await service.infrastructure.database.query<{ subject: string }>(
      "SELECT subject FROM daily_usage WHERE subject LIKE $1",
      [`account:${owner.id} %`],
    );

    expect(rows).toHaveLength(store === "upstash" ? 0 : 1);
  });
});
