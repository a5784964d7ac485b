import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { homes } from "../testing/homes.ts";
import { startService, type Service } from "../testing/service.ts";
import { createKey } from "./queries.ts";

const kept = 10_000;

describe.each(homes)("the keys that an instance has seen (%s)", (home) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(home);
  });
  afterAll(() => service.close());

  test("are ten thousand at most: then the one that was looked up longest ago is forgotten", async () => {
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

    await keyRing.fetch(secret);
    await keyRing.fetch(secrets[0] ?? "");
    await keyRing.fetch(secret);
    await Promise.all(secrets.slice(1, kept - 1).map((one) => keyRing.fetch(one)));
    expect([secret, secrets[0] ?? ""].map((one) => keyRing.recall(one)?.hash)).not.toContain(undefined);
    await keyRing.fetch(secrets[kept - 1] ?? "");
    expect(keyRing.recall(secrets[0] ?? "")).toBeUndefined();
    expect(keyRing.recall(secret)?.id).toBe(id);
    await keyRing.fetch(secrets[kept] ?? "");

    expect(keyRing.recall(secret)).toBeUndefined();
    expect(keyRing.recall(secrets[kept] ?? "")?.id).toBe(secrets[kept]);
  });
});
