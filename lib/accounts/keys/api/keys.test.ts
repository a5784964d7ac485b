import { beforeAll, describe, expect, test } from "vitest";
import { isWellFormedKey } from "../../../http/access/key.ts";
import { issuedKey, keyRecord, listedKey, type IssuedKey } from "../schema.browser.ts";
import { developer, withKey, invalidFieldsOf, type Developer } from "../../../../test/developer.ts";
import { databaseKinds } from "../../../../test/databases.ts";
import { useService } from "../../../../test/service.ts";

const soon = () => new Date(Date.now() + 60_000).toISOString();

describe.each(databaseKinds)("the keys of an account (%s)", (databaseKind) => {
  let ada: Developer;
  let known: IssuedKey;

  const service = useService(databaseKind);
  beforeAll(async () => {
    ada = await developer(service);
    known = await ada.makeKey("Known");
  });

  const run = (sql: string, parameters: unknown[]) => service.infrastructure.database.query(sql, parameters);
  const listOf = async (owner: Developer) => listedKey.array().parse((await owner.ask("GET", "/keys")).body);
  const works = async (secret: string) => (await service.get("/api/shows", withKey(secret))).status === 200;

  test("a new key works at once, and its secret is shown only once", async () => {
    const owner = await developer(service);
    const { status, headers, body } = await owner.ask("POST", "/keys", { name: "  My app " });
    const { key, ...record } = issuedKey.parse(body);

    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(isWellFormedKey(key)).toBe(true);
    expect(record).toMatchObject({ name: "My app", prefix: key.slice(0, 12), daily_limit: 10_000, used_today: 0 });
    expect(record).toMatchObject({ last_used_at: null, expires_at: null, revoked_at: null });
    expect(await listOf(owner)).toEqual([{ ...record, note: null, rotated_from: null, counts_as: record.id }]);
    expect(await works(key)).toBe(true);
  });

  test("a key is renamed and annotated, works on, and keeps both when it is rotated", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey("Old");
    const change = (body: unknown) => owner.ask("PATCH", `/keys/${id}`, body);

    expect(await change({ name: " New ", note: " in the foyer " })).toMatchObject({
      status: 200,
      body: { id, name: "New", note: "in the foyer" },
    });
    expect(await works(key)).toBe(true);
    expect((await change({})).body).toMatchObject({ name: "New", note: "in the foyer" });
    const { id: next } = issuedKey.parse((await owner.ask("POST", `/keys/${id}/rotate`)).body);
    expect((await change({ note: null })).body).toMatchObject({ name: "New", note: null });
    expect((await listOf(owner)).map((listed) => [listed.id, listed.name, listed.note])).toEqual([
      [id, "New", null],
      [next, "New", "in the foyer"],
    ]);
  });

  test("keys are listed oldest first, including revoked ones", async () => {
    const owner = await developer(service);
    const made = [await owner.makeKey("z"), await owner.makeKey("a"), await owner.makeKey("m")];
    await owner.ask("DELETE", `/keys/${made[0]?.id}`);

    const inOrder = made.sort((a, b) => (`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? -1 : 1));
    expect((await listOf(owner)).map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
  });

  test("another account's key and an impossible id are 404", async () => {
    const [owner, other] = [await developer(service), await developer(service, "admin")];
    const { id } = await owner.makeKey();

    for (const wanted of [id, "nothing", "%00", "a%00b", "%F0%9F%8E%AD", "..%2f", "x".repeat(3000)]) {
      for (const [method, path] of [
        ["POST", `/keys/${wanted}/rotate`],
        ["PATCH", `/keys/${wanted}`],
        ["DELETE", `/keys/${wanted}`],
        ["GET", `/keys/${wanted}/usage?days=nonsense`],
      ] as const) {
        // Also with an invalid body or query.
        const answer = await other.ask(method, path, /^P/.test(method) ? { grace_hours: -1 } : undefined);
        expect([path, answer.status, answer.body]).toEqual([path, 404, { error: "Key not found" }]);
      }
    }
    expect((await listOf(owner))[0]?.revoked_at).toBeNull();
  });

  const tooLong = "🎭".repeat(101);
  test.each<["POST" | "PATCH", body: unknown, fields: string[]]>([
    ["POST", {}, ["name"]],
    ["POST", { name: null }, ["name"]],
    ["POST", { name: " \t\n\u00a0 " }, ["name"]],
    ["POST", { name: tooLong }, ["name"]],
    ["POST", { name: "a\0b" }, ["name"]],
    ["POST", '{"name":"a\\ud800"}', ["name"]],
    ["POST", { name: "k", expires_at: "2999-01-01T00:00:00" }, ["expires_at"]],
    ["POST", { name: "k", expires_at: "2999-02-29T00:00:00Z" }, ["expires_at"]],
    ["POST", { name: "k", expires_at: "9999-12-31T23:59:59-01:00" }, ["expires_at"]],
    ["POST", { name: "k", expires_at: "2020-01-01T00:00:00Z" }, ["expires_at"]],
    ["POST", { name: "k", expires_at: 4_102_444_800 }, ["expires_at"]],
    ["POST", { name: "k", daily_limit: 1_000_000 }, ["daily_limit"]],
    ["POST", '{"name":"k","__proto__":{"daily_limit":9}}', ["__proto__"]],
    ["POST", { name: "", expires_at: "soon", id: "x", key: "tl_live_x" }, ["expires_at", "id", "key", "name"]],
    ["PATCH", { name: "" }, ["name"]],
    ["PATCH", { name: null }, ["name"]],
    ["PATCH", { note: " " }, ["note"]],
    ["PATCH", { note: "x".repeat(501) }, ["note"]],
    ["PATCH", { note: "a\0b" }, ["note"]],
    ["PATCH", { daily_limit: 5 }, ["daily_limit"]],
  ])("%s %j is refused, and every wrong field named", async (method, body, fields) => {
    const answer = await ada.ask(method, method === "POST" ? "/keys" : `/keys/${known.id}`, body);

    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, fields]);
    expect(await listOf(ada)).toMatchObject([{ name: "Known", note: null }]);
  });

  test.each([
    ["one character", { name: "x" }],
    ["a hundred", { name: "x".repeat(100) }],
    ["a hundred of two units, and space around", { name: ` ${"🎭".repeat(100)} ` }],
    ["no expiry", { name: "k", expires_at: null }],
  ])("a name of %s will do", async (_name, body) => {
    const owner = await developer(service);
    const { status } = await owner.ask("POST", "/keys", body);
    expect([status, (await listOf(owner))[0]?.name]).toEqual([201, body.name.trim()]);
  });

  test("an expiry may be in any zone, and is returned in UTC", async () => {
    const owner = await developer(service);
    const { expires_at, key } = await owner.makeKey("k", { expires_at: "2999-06-01T01:30:00.250+02:00" });
    expect([expires_at, await works(key)]).toEqual(["2999-05-31T23:30:00.250Z", true]);
  });

  test("ten keys may be active, an eleventh is refused, and a revoked key makes room", async () => {
    const owner = await developer(service);
    const made = [];
    for (let count = 0; count < 10; count += 1) made.push(await owner.makeKey(`Key ${count}`, { expires_at: soon() }));

    const refused = await owner.ask("POST", "/keys", { name: "k" });
    expect([refused.status, refused.body]).toMatchObject([409, { error: "Conflict" }]);
    await owner.ask("DELETE", `/keys/${made[0]?.id}`);
    expect((await owner.ask("POST", "/keys", { name: "k" })).status).toBe(201);
    await run("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [made[1]?.id]);
    expect((await owner.ask("POST", "/keys", { name: "k" })).status).toBe(201);
    expect((await owner.ask("POST", "/keys", { name: "k" })).status).toBe(409);
    expect(await listOf(owner)).toHaveLength(12);
  });

  test("of many concurrent requests at nine keys, one succeeds", async () => {
    const owner = await developer(service);
    for (let count = 0; count < 9; count += 1) await owner.makeKey();

    const answers = await Promise.all(Array.from({ length: 6 }, () => owner.ask("POST", "/keys", { name: "k" })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await listOf(owner)).toHaveLength(10);
  });

  test("a revoked key is refused on its next request, and revoking it again gives the same response", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    expect(await works(key)).toBe(true);

    const first = await owner.ask("DELETE", `/keys/${id}`);

    expect(await works(key)).toBe(false);
    const second = await owner.ask("DELETE", `/keys/${id}`);
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect(keyRecord.parse(first.body).revoked_at).not.toBeNull();
    expect(await listOf(owner)).toMatchObject([keyRecord.parse(first.body)]);
  });

  test("twenty keys a day include deleted ones, and no refused request; each account has its own", async () => {
    const owner = await developer(service);
    const order = async (who = owner) => (await who.ask("POST", "/keys", { name: "k" })).status;
    for (let count = 0; count < 9; count += 1) await owner.ask("DELETE", `/keys/${(await owner.makeKey()).id}`);
    await run("DELETE FROM api_keys WHERE account_id = $1", [owner.id]);
    for (let count = 0; count < 10; count += 1) await owner.makeKey();
    expect([await order(), await order(), await order()]).toEqual([409, 409, 409]);

    const [first, second] = await listOf(owner);
    const rotated = async (key = first) => (await owner.ask("POST", `/keys/${key?.id}/rotate`, {})).status;
    expect([await rotated(), await rotated(), await rotated(second)]).toEqual([201, 409, 429]);
    expect(await order(await developer(service))).toBe(201);
  });
});
