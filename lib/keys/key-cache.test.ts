import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { homes } from "../testing/databases.ts";
import { startService, type Service } from "../testing/service.ts";
import { createKey } from "./queries.ts";

const kept = 10_000;

describe.each(homes)("the cached keys of an instance (%s)", (home) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(home);
  });
  afterAll(() => service.close());

  test("are at most ten thousand: the least recently used is dropped first", async () => {
    const { database, keyRing } = service.infrastructure;
    const order = { email: "ada@example.com", name: "k", expiresAt: null, dailyLimit: null };
    const { id, secret } = await createKey(database.prisma, order);
    const secrets = Array.from({ length: kept + 1 }, (_, place) => `secret ${place}`);
    await database.query(
      `INSERT INTO api_keys (id, account_id, name, prefix, hash)
       SELECT secret, (SELECT account_id FROM api_keys WHERE id = $1), 'k', 'tl_live_0000', encode(sha256(secret::bytea), 'hex')
       FROM unnest($2::text[]) AS secret`,
      [id, secrets],
    );

    const [first = "", second = "", ...others] = secrets;
    await keyRing.fetch(secret);
    for (const one of [first, second]) await keyRing.fetch(one);
    await Promise.all(others.slice(0, kept - 3).map((one) => keyRing.fetch(one)));
    expect(keyRing.recall(secret)?.id).toBe(id);

    for (const one of others.slice(kept - 3)) await keyRing.fetch(one);

    expect(keyRing.recall(secret)?.id).toBe(id);
    expect([first, second].map((one) => keyRing.recall(one))).toEqual([undefined, undefined]);
    expect(others.map((one) => keyRing.recall(one)?.id)).toEqual(others);
  });
});
