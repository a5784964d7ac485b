import { describe, expect, test } from "vitest";
import { issuedKey, listedKey, usageDay, type IssuedKey } from "../schema.browser.ts";
import { developer, withKey, type Developer } from "../../../test/developer.ts";
import { captureLimitLogs } from "../../../test/captured-logs.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { startInstances, useInstances } from "../../../test/instances.ts";
import { startBehindProxy } from "../../../test/outage.ts";
import { type TestService } from "../../../test/service.ts";
import { burst, countdown, quotaOf } from "../../../test/quota-helpers.ts";
import { stores } from "../../../test/stores.ts";

const settings = { KEY_DAILY_LIMIT: "30" };

async function rotate(owner: Developer, { id }: { id: string }, grace_hours = 168): Promise<IssuedKey> {
  return issuedKey.parse((await owner.ask("POST", `/keys/${id}/rotate`, { grace_hours })).body);
}

async function usedToday(owner: Developer): Promise<number[]> {
  return listedKey
    .array()
    .parse((await owner.ask("GET", "/keys")).body)
    .map(({ used_today }) => used_today);
}

async function usageToday(owner: Developer, { id }: { id: string }): Promise<number | undefined> {
  return usageDay
    .array()
    .parse((await owner.ask("GET", `/keys/${id}/usage`)).body)
    .at(-1)?.requests;
}

const leftOf = async (service: TestService, { key }: { key: string }) =>
  quotaOf(await service.get("/api/quota", withKey(key))).remaining;

describe.each(stores)("on the day of a rotation, counting in %s,", (store) => {
  const [service, other] = useInstances(store, () => ({ settings }));

  test("the old and the new key share exactly one limit, over all instances", async () => {
    const owner = await developer(service);
    const old = await owner.makeKey();
    await burst(10, () => service.get("/api/shows", withKey(old.key)));
    const fresh = await rotate(owner, old);

    const { statuses, remaining } = await burst(60, (index) =>
      (index % 2 ? service : other).get("/api/shows", withKey((index % 3 ? old : fresh).key)),
    );

    expect([statuses, remaining]).toEqual([{ 200: 20, 429: 40 }, countdown(19, 20)]);
    for (const one of [service, other]) expect([await leftOf(one, old), await leftOf(one, fresh)]).toEqual([0, 0]);
  });

  test("a chain of rotations shares one limit, including keys without a grace", async () => {
    const owner = await developer(service);
    const chain = [await owner.makeKey()];
    for (let count = 0; count < 12; count += 1) {
      const last = chain.at(-1) as IssuedKey;
      for (const one of [service, other]) await one.get("/api/shows", withKey(last.key));
      chain.push(await rotate(owner, last, 0));
    }
    const last = chain.at(-1) as IssuedKey;
    const branch = await rotate(owner, last, 1);

    expect(await leftOf(other, last)).toBe(6);
    const { statuses } = await burst(20, (index) =>
      service.get("/api/shows", withKey((index % 2 ? last : branch).key)),
    );
    expect(statuses).toEqual({ 200: 6, 429: 14 });
  });

  test("used_today is the shared figure, and daily usage has each request once", async () => {
    const owner = await developer(service);
    const old = await owner.makeKey();
    await burst(4, () => service.get("/api/shows", withKey(old.key)));
    const fresh = await rotate(owner, old);
    await burst(3, () => other.get("/api/shows", withKey(fresh.key)));
    await burst(2, () => service.get("/api/shows", withKey(old.key)));

    expect(fresh.used_today).toBe(4);
    expect(await usedToday(owner)).toEqual([9, 9]);
    expect([await usageToday(owner, old), await usageToday(owner, fresh)]).toEqual([9, 0]);
  });

  test("a key without a rotation has its own count, and so do both keys after the day", async () => {
    const owner = await developer(service);
    const [old, another] = [await owner.makeKey(), await owner.makeKey()];
    const fresh = await rotate(owner, old);
    // As if it had been yesterday.
    const { database } = service.infrastructure;
    await database.query("UPDATE api_keys SET counts_with_on = counts_with_on - 1 WHERE id = $1", [fresh.id]);

    await burst(5, () => service.get("/api/shows", withKey(old.key)));
    await burst(7, () => other.get("/api/shows", withKey(fresh.key)));

    expect([await leftOf(other, old), await leftOf(service, fresh), await leftOf(service, another)]).toEqual([
      25, 23, 30,
    ]);
    expect([await usageToday(owner, old), await usageToday(owner, fresh)]).toEqual([5, 7]);
  });
});

describe("at midnight after a rotation", () => {
  test("the old key during its grace and the new one each begin their own count", async () => {
    let time = Date.parse("2031-05-05T23:59:50Z");
    const [service, other] = await startInstances(fastestDatabase, { settings, now: () => time });
    const owner = await developer(service);
    const old = await owner.makeKey();
    const fresh = await rotate(owner, old);
    const { statuses } = await burst(40, (index) => service.get("/api/shows", withKey((index % 2 ? old : fresh).key)));
    expect(statuses).toEqual({ 200: 30, 429: 10 });

    time += 20_000;
    const oldNext = await burst(31, () => service.get("/api/shows", withKey(old.key)));
    const freshNext = await burst(31, () => other.get("/api/shows", withKey(fresh.key)));

    expect([oldNext.statuses, freshNext.statuses]).toEqual([
      { 200: 30, 429: 1 },
      { 200: 30, 429: 1 },
    ]);
    // Another rotation begins a new chain.
    const third = await rotate(owner, fresh);
    expect([await leftOf(other, third), third.used_today]).toEqual([0, 30]);
  });
});

describe.each(stores.filter((store) => store !== "embedded"))("while what counts (%s) can't be reached", (store) => {
  test("an instance counts a rotated key and its successor together", async () => {
    const { proxy, service } = await startBehindProxy(store);
    captureLimitLogs();
    const owner = await developer(service);
    const old = await owner.makeKey();
    const fresh = await rotate(owner, old);
    await service.infrastructure.database.query("UPDATE api_keys SET daily_limit = 30", []);
    for (const { key } of [old, fresh]) await service.get("/api/shows", withKey(key));

    await proxy.set("refuse");
    const { statuses, remaining } = await burst(60, (index) =>
      service.get("/api/shows", withKey((index % 2 ? old : fresh).key)),
    );

    expect([statuses, remaining]).toEqual([{ 200: 28, 429: 32 }, countdown(27, 28)]);
  });
});
