import { beforeEach, describe, expect, test } from "vitest";
import { issuedKey, listedKey } from "../schema.browser.ts";
import { developer, type Developer } from "../../../test/developer.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { useInstances } from "../../../test/instances.ts";

const settings = { ACCOUNT_DAILY_LIMIT: "1000000" };

describe.each(databaseKinds)("the keys that an account creates in a day (%s)", (databaseKind) => {
  const start = Date.parse("2031-05-05T20:00:00Z");
  let time = start;
  let owner: Developer;
  let there: Developer;

  const [service, other] = useInstances(databaseKind, () => ({ settings, now: () => time }));
  beforeEach(async () => {
    time = start;
    owner = await developer(service);
    const ask: Developer["ask"] = async (method, path, body) => {
      const headers = { cookie: owner.cookie, "content-type": "application/json" };
      const response = await other.get(`/api${path}`, { method, headers, body: JSON.stringify(body) });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
    };
    there = { ...owner, ask };
  });

  const order = (asker: Developer) => asker.ask("POST", "/keys", { name: "k" });
  const rotate = (asker: Developer, id: string) => asker.ask("POST", `/keys/${id}/rotate`, {});
  /** Revokes each at once, so that there are never ten. */
  async function makeAndRevoke(times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) await owner.ask("DELETE", `/keys/${(await owner.makeKey()).id}`);
  }

  test("are at most twenty, including rotations and revoked keys; the next gets 429 until midnight UTC", async () => {
    await makeAndRevoke(10);
    let { id } = await owner.makeKey();
    for (let count = 0; count < 9; count += 1) ({ id } = issuedKey.parse((await rotate(owner, id)).body));

    const refused = [await order(owner), await rotate(there, id)];

    for (const { status, headers, body } of refused) {
      expect([status, headers.get("retry-after")]).toEqual([429, String(4 * 3600)]);
      expect(body).toEqual({
        error: "Rate limit exceeded",
        message: expect.stringContaining("limit of 20 new keys a day, rotations included"),
        limit: 20,
        reset: Date.parse("2031-05-06T00:00:00Z") / 1000,
      });
      expect(headers.get("x-ratelimit-limit")).toBe("1000000");
    }
    // The key to be rotated still works, and can be revoked.
    expect((await owner.ask("DELETE", `/keys/${id}`)).body).toMatchObject({ id });
    time += 4 * 3_600_000;
    expect((await order(there)).status).toBe(201);
  });

  test("count deleted keys too, and each account separately", async () => {
    await makeAndRevoke(20);
    await service.infrastructure.database.query("DELETE FROM api_keys WHERE account_id = $1", [owner.id]);

    expect((await order(owner)).status).toBe(429);
    expect((await order(await developer(service))).status).toBe(201);
  });

  test("stay within the limit under concurrent requests on all instances", async () => {
    await makeAndRevoke(15);

    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => order(index % 2 ? owner : there)));

    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(201),
      ...Array<number>(7).fill(429),
    ]);
  });

  test("do not include refused requests", async () => {
    await makeAndRevoke(9);
    for (let count = 0; count < 10; count += 1) await owner.makeKey();
    for (let count = 0; count < 3; count += 1) expect((await order(owner)).status).toBe(409);
    const keys = listedKey.array().parse((await owner.ask("GET", "/keys")).body);
    const over = keys.find(({ revoked_at }) => revoked_at !== null);
    const working = keys.filter(({ revoked_at }) => revoked_at === null);
    expect((await rotate(owner, over?.id ?? "")).status).toBe(409);

    expect((await rotate(owner, working[0]?.id ?? "")).status).toBe(201);
    expect((await rotate(owner, working[1]?.id ?? "")).status).toBe(429);
  });
});
