import { describe, expect, test } from "vitest";
import { hashKey } from "../key.ts";
import { createKey } from "../key-queries.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { revokeFoundKey } from "./found-queries.ts";

const hour = 3_600_000;
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

describe.each(databaseKinds)("the API and the portal agree whether a key works (%s)", (databaseKind) => {
  const service = useService(databaseKind);

  test.each<[string, boolean, { expires_at?: string; revoked_at?: string; blocked?: boolean }]>([
    ["has no end", true, {}],
    ["expires later", true, { expires_at: at(hour) }],
    ["has expired", false, { expires_at: at(-hour) }],
    ["is in its grace", true, { revoked_at: at(hour) }],
    ["is in its grace and has expired", false, { revoked_at: at(hour), expires_at: at(-hour) }],
    ["is revoked", false, { revoked_at: at(-hour) }],
    ["is revoked and would expire later", false, { revoked_at: at(-hour), expires_at: at(hour) }],
    ["is a blocked account's", false, { blocked: true }],
  ])("one that %s", async (state, isWorking, { blocked = false, ...times }) => {
    const { database, keyCache, now } = service.infrastructure;
    const email = `${crypto.randomUUID()}@example.com`;
    const { id, secret } = await createKey(database.prisma, { email, name: state, dailyLimit: null, expiresAt: null });
    await database.prisma.apiKey.update({ where: { id }, data: times });
    await database.prisma.account.update({ where: { email }, data: { blocked } });

    const key = await keyCache.fetch(secret);

    expect(key && keyCache.works(key)).toBe(isWorking);
    expect(
      (await revokeFoundKey(database.prisma, hashKey(secret), service.infrastructure.settings, new Date(now()))) !==
        null,
    ).toBe(isWorking);
  });
});
