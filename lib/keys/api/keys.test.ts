import { beforeAll, describe, expect, test } from "vitest";
import { isWellFormedKey } from "../key.ts";
import { issuedKey, keyRecord, listedKey } from "../schema.browser.ts";
import { developer, withKey, invalidFieldsOf, type Developer } from "../../../test/developer.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";

const soon = () => new Date(Date.now() + 60_000).toISOString();

describe.each(databaseKinds)("the keys of an account (%s)", (databaseKind) => {
  let ada: Developer;

  const service = useService(databaseKind);
  beforeAll(async () => {
    ada = await developer(service);
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
    expect(await listOf(owner)).toEqual([{ ...record, note: null }]);
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

  test.each([
    [{ name: "" }, ["name"]],
    [{ name: null }, ["name"]],
    [{ name: "x".repeat(101) }, ["name"]],
    [{ note: " " }, ["note"]],
    [{ note: "x".repeat(501) }, ["note"]],
    [{ note: "a\0b" }, ["note"]],
    [{ daily_limit: 5 }, ["daily_limit"]],
  ])("the change %j of a key is refused with its field", async (body, fields) => {
    const owner = await developer(service);
    const { id } = await owner.makeKey();
    const answer = await owner.ask("PATCH", `/keys/${id}`, body);

    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, fields]);
  });

  test("another account's key can't be renamed", async () => {
    const { id } = await (await developer(service)).makeKey("Mine");

    expect((await ada.ask("PATCH", `/keys/${id}`, { name: "Yours" })).status).toBe(404);
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
        ["DELETE", `/keys/${wanted}`],
        ["GET", `/keys/${wanted}/usage?days=nonsense`],
      ] as const) {
        // Also with an invalid body or query.
        const answer = await other.ask(method, path, method === "POST" ? { grace_hours: -1 } : undefined);
        expect([path, answer.status, answer.body]).toEqual([path, 404, { error: "Key not found" }]);
      }
    }
    expect((await listOf(owner))[0]?.revoked_at).toBeNull();
  });

  test.each<[string, unknown, string[]]>([
    ["nothing", {}, ["name"]],
    ["no name", { name: null }, ["name"]],
    ["an empty name", { name: "" }, ["name"]],
    ["a name of white space", { name: " \t\n\u00a0 " }, ["name"]],
    ["101 characters", { name: "x".repeat(101) }, ["name"]],
    ["101 characters of two units", { name: "🎭".repeat(101) }, ["name"]],
    ["a NUL", { name: "a\0b" }, ["name"]],
    ["a number", { name: 7 }, ["name"]],
    ["a time without a zone", { name: "k", expires_at: "2999-01-01T00:00:00" }, ["expires_at"]],
    ["a day", { name: "k", expires_at: "2999-01-01" }, ["expires_at"]],
    ["a day that is none", { name: "k", expires_at: "2999-02-29T00:00:00Z" }, ["expires_at"]],
    ["a year too far", { name: "k", expires_at: "9999-12-31T23:59:59-01:00" }, ["expires_at"]],
    ["a time that is over", { name: "k", expires_at: "2020-01-01T00:00:00Z" }, ["expires_at"]],
    ["a number for a time", { name: "k", expires_at: 4_102_444_800 }, ["expires_at"]],
    ["a limit of its own", { name: "k", daily_limit: 1_000_000 }, ["daily_limit"]],
    ["a prototype", '{"name":"k","__proto__":{"daily_limit":9}}', ["__proto__"]],
    [
      "everything wrong at once",
      { name: "", expires_at: "soon", id: "x", key: "tl_live_x" },
      ["expires_at", "id", "key", "name"],
    ],
    ["the past beside no name", { expires_at: "2020-01-01T00:00:00Z" }, ["expires_at", "name"]],
  ])("an order with %s is refused, and every wrong field named", async (_name, body, fields) => {
    const answer = await ada.ask("POST", "/keys", body);

    expect(answer.status).toBe(400);
    expect(invalidFieldsOf(answer)).toEqual(fields);
  });

  test("a name with a lone surrogate and a missing body are refused", async () => {
    const hostile: [string, string, number][] = [
      ['{"name":"a\\ud800"}', "application/json", 400],
      ["", "application/json", 400],
      ["[]", "application/json", 400],
      ["null", "application/json", 400],
      ["{".repeat(40_000), "application/json", 400],
      ["x".repeat(65_537), "application/json", 413],
      ['{"name":"k"}', "text/plain", 415],
    ];

    for (const [body, type, status] of hostile) {
      const answer = await ada.ask("POST", "/keys", body, { "content-type": type });
      expect([body.slice(0, 30), answer.status]).toEqual([body.slice(0, 30), status]);
    }
    expect(await listOf(ada)).toEqual([]);
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
    for (let round = 0; round < 5; round += 1) {
      const owner = await developer(service);
      for (let count = 0; count < 9; count += 1) await owner.makeKey();

      const answers = await Promise.all(
        Array.from({ length: 2 + round }, () => owner.ask("POST", "/keys", { name: "k" })),
      );

      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 1 + round }, () => 409)]);
      expect(await listOf(owner)).toHaveLength(10);
    }
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
    expect(await listOf(owner)).toEqual([{ ...keyRecord.parse(first.body), note: null }]);
  });

  test("a key revoked by concurrent requests is revoked once", async () => {
    const owner = await developer(service);
    const { id } = await owner.makeKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.ask("DELETE", `/keys/${id}`)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  test("every response counts on the account", async () => {
    const owner = await developer(service);
    const { id } = await owner.makeKey();
    const refused = await owner.ask("DELETE", `/keys/${id}`, undefined, { origin: "https://elsewhere.example" });
    expect([refused.status, refused.headers.get("x-ratelimit-limit")]).toEqual([403, "1000000"]);

    const { headers } = await owner.ask("GET", "/quota");
    expect(1_000_000 - Number(headers.get("x-ratelimit-remaining"))).toBe(2);
  });
});
