import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { createKey } from "./key-queries.ts";

const kept = 10_000;

describe.each(databaseKinds)("the cached keys of an instance (%s)", (databaseKind) => {
  const service = useService(databaseKind);

  test("are at most ten thousand: the least recently used is dropped first", async () => {
    const { database, keyCache } = service.infrastructure;
    const order = { email: "ada@example.com", name: "k", expiresAt: null, dailyLimit: null };
    const { id, secret } = await createKey(database.prisma, order);
    const secrets = Array.from({ length: kept + 1 }, (_, index) => `secret ${index}`);
    await database.query(
      `INSERT INTO api_keys (id, account_id, name, prefix, hash)
       SELECT secret, (SELECT account_id FROM api_keys WHERE id = $1), 'k', 'tl_live_0000', encode(sha256(secret::bytea), 'hex')
       FROM unnest($2::text[]) AS secret`,
      [id, secrets],
    );

    const [first = "", second = "", ...others] = secrets;
    await keyCache.fetch(secret);
    for (const one of [first, second]) await keyCache.fetch(one);
    await Promise.all(others.slice(0, kept - 3).map((one) => keyCache.fetch(one)));
    expect(keyCache.get(secret)?.id).toBe(id);

    for (const one of others.slice(kept - 3)) await keyCache.fetch(one);

    expect(keyCache.get(secret)?.id).toBe(id);
    expect([first, second].map((one) => keyCache.get(one))).toEqual([undefined, undefined]);
    expect(others.map((one) => keyCache.get(one)?.id)).toEqual(others);
  });
});
