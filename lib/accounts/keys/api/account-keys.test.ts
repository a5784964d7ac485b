import { beforeAll, describe, expect, test } from "vitest";
import { dayName, utcDay } from "../../../core/clock.ts";
import { accountKey } from "../schema.browser.ts";
import { developer, invalidFieldsOf, type Developer, withKey } from "../../../../test/developer.ts";
import { fastestDatabase } from "../../../../test/databases.ts";
import { useService } from "../../../../test/service.ts";

describe("an administrator and a key that was found somewhere", () => {
  const time = Date.now();
  const service = useService(fastestDatabase, { now: () => time });
  let admin: Developer;
  let owner: Developer;
  beforeAll(async () => {
    admin = await developer(service, "admin");
    owner = await developer(service);
  });
  const find = async (prefix: string) =>
    accountKey.array().parse((await admin.ask("GET", `/account-keys?prefix=${prefix}`)).body);
  const call = async (secret: string, path = "shows") => (await service.get(`/api/${path}`, withKey(secret))).status;

  test("finds it by its prefix, with its owner, its days and the networks of its failures", async () => {
    const { id, key, prefix } = await owner.makeKey("Leaked");
    await call(key);
    await call(key, "no-such-path");

    const [found] = await find(prefix);

    expect(found).toMatchObject({ id, name: "Leaked", prefix, account: { id: owner.id, email: owner.email } });
    expect(found?.days).toEqual([{ date: dayName(utcDay(time)), requests: 2 }]);
    expect(found?.failed_networks).toMatchObject([{ requests: 1 }]);
    expect(JSON.stringify(found)).not.toContain(key);
  });

  test("revokes it alone, which the log of its owner says, by whom only to administrators", async () => {
    const [leaked, other] = [await owner.makeKey(), await owner.makeKey()];

    const { status, body } = await admin.ask("DELETE", `/account-keys/${leaked.id}`);

    expect([status, body]).toMatchObject([200, { prefix: leaked.prefix }]);
    expect([await call(leaked.key), await call(other.key)]).toEqual([401, 200]);
    expect((await find(leaked.prefix))[0]?.revoked_at).not.toBeNull();
    const { body: events } = await admin.ask("GET", `/security-log?account_id=${owner.id}&limit=1`);
    expect(events).toMatchObject([{ action: "key-revoked", by: { id: admin.id }, detail: { prefix: leaked.prefix } }]);
  });

  test("never sends a whole key, and is told what to send", async () => {
    const { key } = await owner.makeKey();

    for (const prefix of [key, "tl_live_", "4Tq9", "tl_live_%25", ""]) {
      const refused = await admin.ask("GET", `/account-keys?prefix=${prefix}`);
      expect([prefix, refused.status, invalidFieldsOf(refused)]).toEqual([prefix, 400, ["prefix"]]);
    }
    expect((await admin.ask("GET", "/account-keys")).status).toBe(400);
    expect(await find("tl_live_ZZZZ")).toEqual([]);
    expect((await admin.ask("DELETE", "/account-keys/none")).status).toBe(404);
    expect((await owner.ask("GET", "/account-keys?prefix=tl_live_4Tq9")).status).toBe(403);
  });
});
