import { describe, expect, test } from "vitest";
import { ownAccount } from "../../schema.browser.ts";
import { generateKey } from "../../../http/access/key.ts";
import { listedKey, revokedKey } from "../schema.browser.ts";
import { sendJson, developer, withKey, invalidFieldsOf, type Developer } from "../../../../test/developer.ts";
import { databaseKinds } from "../../../../test/databases.ts";
import { useService } from "../../../../test/service.ts";
import { behindProxy, freshAddress, quotaOf } from "../../../../test/quota-helpers.ts";

describe.each(databaseKinds)("a found key (%s)", (databaseKind) => {
  const service = useService(databaseKind, { settings: { ...behindProxy, ACCOUNT_DAILY_LIMIT: "100000" } });

  const report = (key: unknown, headers: Record<string, string> = {}) =>
    sendJson(service, "POST", "/keys/found", { key }, { "x-forwarded-for": freshAddress(), ...headers });
  const run = (sql: string, parameters: unknown[]) => service.infrastructure.database.query(sql, parameters);
  const noticesOf = async (owner: Developer) => ownAccount.parse((await owner.ask("GET", "/account")).body).found_keys;

  test("is revoked without an account, and its owner is notified", async () => {
    const owner = await developer(service);
    const { id, key, prefix, name } = await owner.makeKey("Left lying about");
    expect((await service.get("/api/shows", withKey(key))).status).toBe(200);

    const { status, headers, body } = await report(`  ${key}\n`);

    const { revoked_at } = revokedKey.parse(body);
    expect([status, headers.get("x-ratelimit-remaining")]).toEqual([200, "99"]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({ prefix, revoked_at });
    expect((await service.get("/api/shows", withKey(key))).status).toBe(401);
    expect(await noticesOf(owner)).toEqual([{ id, name, prefix, revoked_at }]);
    expect(listedKey.array().parse((await owner.ask("GET", "/keys")).body)).toMatchObject([{ id, revoked_at }]);
  });

  test("a report counts on the account of a signed-in caller", async () => {
    const [owner, finder] = [await developer(service), await developer(service)];
    const { key } = await owner.makeKey();

    const answer = await report(key, { cookie: finder.cookie });

    const quota = quotaOf(new Response(null, answer));
    expect([answer.status, quota]).toMatchObject([200, { limit: 100_000, remaining: 99_999 }]);
    expect(await noticesOf(finder)).toEqual([]);
  });

  test("any text but a working key gets the same 404", async () => {
    const [owner, blocked] = [await developer(service), await developer(service)];
    const [revoked, expired] = [await owner.makeKey(), await owner.makeKey()];
    const barred = await blocked.makeKey();
    await owner.ask("DELETE", `/keys/${revoked.id}`);
    await run("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [expired.id]);
    await run("UPDATE accounts SET blocked = true WHERE id = $1", [blocked.id]);
    const mistyped = revoked.key.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const texts = ["", "x", "\0", "\ud800", "x".repeat(60_000)];

    const told = new Set<string>();
    for (const key of [revoked.key, expired.key, barred.key, generateKey().secret, mistyped, ...texts]) {
      const { status, text } = await report(key);
      told.add(`${status} ${text}`);
    }

    expect([...told]).toEqual(['404 {"error":"Key not found"}']);
    expect(await noticesOf(owner)).toEqual([]);
  });

  test("is revoked once by concurrent reports", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    // A key still works in the grace of its rotation.
    await owner.ask("POST", `/keys/${id}/rotate`, { grace_hours: 1 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => report(key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });

  test.each<[unknown, string[]]>([
    [{}, ["key"]],
    [{ key: 7 }, ["key"]],
    [{ key: null, name: "k" }, ["key", "name"]],
  ])("%j is no report", async (body, fields) => {
    const answer = await sendJson(service, "POST", "/keys/found", body, { "x-forwarded-for": freshAddress() });
    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, fields]);
  });

  test("is shown until the notice is dismissed, and another account's notice is 404", async () => {
    const [owner, other] = [await developer(service), await developer(service)];
    const [found, kept, own] = [await owner.makeKey("one"), await owner.makeKey("two"), await owner.makeKey("three")];
    await report(found.key);
    await report(kept.key);
    await owner.ask("DELETE", `/keys/${own.id}`);
    const dismiss = (who: Developer, id: string) => who.ask("DELETE", `/account/found-keys/${id}`);

    for (const id of [own.id, "nothing", "%00"]) {
      expect((await dismiss(owner, id)).body).toEqual({ error: "Key not found" });
    }
    expect((await dismiss(other, found.id)).status).toBe(404);
    const notices = await noticesOf(owner);
    expect(notices.map(({ name }) => name).sort()).toEqual(["one", "two"]);
    const times = notices.map(({ revoked_at }) => revoked_at);
    expect(times).toEqual(times.toSorted().reverse());
    const [first, second] = [await dismiss(owner, found.id), await dismiss(owner, found.id)];
    expect([first.status, second.text]).toEqual([200, first.text]);
    expect(first.body).toMatchObject({ id: found.id, name: "one" });
    expect((await noticesOf(owner)).map(({ name }) => name)).toEqual(["two"]);
  });
});
