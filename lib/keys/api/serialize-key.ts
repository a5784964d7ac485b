import "server-only";
import type { Infrastructure } from "../../infrastructure.ts";
import { countedKey } from "../count-subject.ts";
import type { KeyRecord, ListedKey } from "../schema.browser.ts";
import { dailyLimitOf, usedToday } from "./usage-route.ts";
import type { OwnKey } from "../queries.ts";

/** A key as its owner sees it. */
export async function serializeKey(key: OwnKey, infrastructure: Infrastructure): Promise<KeyRecord> {
  const { id, name, prefix, created_at, last_used_at, expires_at, revoked_at } = key;
  return {
    id,
    name,
    prefix,
    daily_limit: dailyLimitOf(key, infrastructure),
    used_today: await usedToday(key, infrastructure),
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}

/** A key as its owner's list shows it. */
export async function serializeListedKey(key: OwnKey, infrastructure: Infrastructure): Promise<ListedKey> {
  const { note, rotated_from } = key;
  return { ...(await serializeKey(key, infrastructure)), note, rotated_from, counts_as: countedKey(key) };
}
