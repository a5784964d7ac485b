import { describe, expect, test } from "vitest";
import { issuedKey, listedKey } from "../schema.browser.ts";
import { developer, withKey, invalidFieldsOf, type Developer } from "../../../../test/developer.ts";
import { databaseKinds } from "../../../../test/databases.ts";
import { useService } from "../../../../test/service.ts";

const hour = 3_600_000;

describe.each(databaseKinds)("a rotated key (%s)", (databaseKind) => {
  /** Ahead of the database's clock, by which future times have not passed yet. */
  let time = Date.parse("2031-05-05T12:00:00Z");

  const service = useService(databaseKind, { now: () => time });

  const statuses = async (...secrets: string[]) => {
    const seen: number[] = [];
    for (const secret of secrets) seen.push((await service.get("/api/shows", withKey(secret))).status);
    return seen;
  };
  const rotate = (owner: Developer, id: string, body?: unknown) => owner.ask("POST", `/keys/${id}/rotate`, body);
  const listOf = async (owner: Developer) => listedKey.array().parse((await owner.ask("GET", "/keys")).body);
  const endOf = async (owner: Developer, id: string) =>
    ((await listOf(owner)).find((key) => key.id === id) ?? expect.fail()).revoked_at;

  test("works during its grace beside the new one, and then only the new one works", async () => {
    const owner = await developer(service);
    const old = await owner.makeKey();
    const { status, body } = await rotate(owner, old.id, { grace_hours: 24 });
    const fresh = issuedKey.parse(body);

    expect([status, fresh.name, fresh.revoked_at]).toEqual([201, old.name, null]);
    expect([fresh.id === old.id, fresh.key === old.key]).toEqual([false, false]);
    expect(await statuses(old.key, fresh.key)).toEqual([200, 200]);
    expect(await endOf(owner, old.id)).toBe(new Date(time + 24 * hour).toISOString());
    time += 24 * hour - 1;
    expect(await statuses(old.key, fresh.key)).toEqual([200, 200]);
    time += 1;
    expect(await statuses(old.key, fresh.key)).toEqual([401, 200]);
  });

  test.each([undefined, {}, { grace_hours: 0 }])("stops at once without a grace (%j)", async (body) => {
    const owner = await developer(service);
    const old = await owner.makeKey();
    expect(await statuses(old.key)).toEqual([200]);

    const fresh = issuedKey.parse((await rotate(owner, old.id, body)).body);

    expect(await statuses(old.key, fresh.key)).toEqual([401, 200]);
  });

  test("passes on its name, limit and expiry", async () => {
    const owner = await developer(service);
    const expires_at = new Date(time + 48 * hour).toISOString();
    const old = await owner.makeKey("Mine", { expires_at });
    await service.infrastructure.database.query("UPDATE api_keys SET daily_limit = 77 WHERE id = $1", [old.id]);

    const { body } = await rotate(owner, old.id, { grace_hours: 168 });

    const kept = { name: "Mine", daily_limit: 77, expires_at };
    expect(issuedKey.parse(body)).toMatchObject({ ...kept, used_today: 0 });
    expect(await listOf(owner)).toMatchObject([kept, kept]);
  });

  test("may be rotated again during its grace, which is never extended, and not after it", async () => {
    const owner = await developer(service);
    const old = await owner.makeKey();
    await rotate(owner, old.id, { grace_hours: 1 });
    const end = await endOf(owner, old.id);

    expect((await rotate(owner, old.id, { grace_hours: 168 })).status).toBe(201);
    expect(await endOf(owner, old.id)).toBe(end);
    time += hour;
    const late = await rotate(owner, old.id);
    expect([late.status, late.body]).toMatchObject([409, { error: "Conflict" }]);
    expect(await listOf(owner)).toHaveLength(3);
  });

  test("is revoked at once by a DELETE during its grace, and can't be rotated once it is revoked or expired", async () => {
    const owner = await developer(service);
    const revoked = await owner.makeKey();
    const expired = await owner.makeKey("k", { expires_at: new Date(time + hour).toISOString() });
    await rotate(owner, revoked.id, { grace_hours: 168 });
    expect(await statuses(revoked.key)).toEqual([200]);
    await owner.ask("DELETE", `/keys/${revoked.id}`);
    expect(await statuses(revoked.key)).toEqual([401]);
    time += hour;

    expect((await rotate(owner, revoked.id)).status).toBe(409);
    expect((await rotate(owner, expired.id, { grace_hours: 5 })).status).toBe(409);
    expect(await listOf(owner)).toHaveLength(3);
  });

  test("is refused by an instance with the right clock when one whose clock is ahead ended it", async () => {
    const owner = await developer(service);
    const [rotated, revoked] = [await owner.makeKey(), await owner.makeKey()];
    const ahead = time;

    await rotate(owner, rotated.id);
    await owner.ask("DELETE", `/keys/${revoked.id}`);

    time = Date.now();
    expect(await statuses(rotated.key, revoked.key)).toEqual([401, 401]);
    time = ahead;
  });

  test("counts as one of the ten during its grace", async () => {
    const owner = await developer(service);
    const keys = [];
    for (let count = 0; count < 10; count += 1) keys.push(await owner.makeKey());
    const [first, second] = keys;

    expect((await rotate(owner, first?.id ?? expect.fail(), { grace_hours: 1 })).status).toBe(409);
    // All or nothing.
    expect((await listOf(owner)).map(({ revoked_at }) => revoked_at)).toEqual(keys.map(() => null));
    expect((await rotate(owner, second?.id ?? expect.fail())).status).toBe(201);
    expect((await owner.ask("POST", "/keys", { name: "k" })).status).toBe(409);
  });

  test.each([
    ["with a grace at nine keys", 9, 1],
    ["of one key without grace", 1, 0],
  ])("of concurrent rotations %s one succeeds", async (_what, count, grace_hours) => {
    const owner = await developer(service);
    const keys: { id: string }[] = [];
    while (keys.length < count) keys.push(await owner.makeKey());
    const asked = count === 1 ? Array.from({ length: 5 }, () => keys[0] ?? expect.fail()) : keys.slice(0, 5);

    const answers = await Promise.all(asked.map(({ id }) => rotate(owner, id, { grace_hours })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await listOf(owner)).toHaveLength(count + 1);
  });

  test.each<[unknown, string[]]>([
    [{ grace_hours: -1 }, ["grace_hours"]],
    [{ grace_hours: 169 }, ["grace_hours"]],
    [{ grace_hours: 0.5 }, ["grace_hours"]],
    [{ grace_hours: "24" }, ["grace_hours"]],
    [{ grace_hours: null }, ["grace_hours"]],
    ['{"grace_hours":1e999}', ["grace_hours"]],
    [{ grace_hours: 169, name: "k", key: "x" }, ["grace_hours", "key", "name"]],
  ])("is left alone by %j", async (body, fields) => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();

    const answer = await rotate(owner, id, body);

    expect([answer.status, invalidFieldsOf(answer), await statuses(key)]).toEqual([400, fields, [200]]);
  });
});
