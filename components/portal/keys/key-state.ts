import type { KeyRecord, ListedKey } from "@/lib/accounts/keys/schema.browser";

/** Where a key is, under `/api`. */
export function keyPath(id: string): string {
  return `/keys/${encodeURIComponent(id)}`;
}

/** Its last 30 days, and its requests for a higher limit: what the server reads for the page. */
export const usagePath = (id: string) => `${keyPath(id)}/usage?days=30&include=refused`;
export const limitRequestsPath = (id: string) => `${keyPath(id)}/limit-requests`;

export type KeyState = { name: "working" | "expired" | "revoked" } | { name: "grace"; until: string };

export const keyStateLabels = { working: "Active", grace: "Expiring", expired: "Expired", revoked: "Revoked" };

/** The state of a key at `now` (milliseconds since 1970). A rotated key is one whose revocation is scheduled. */
export function stateOf({ expires_at, revoked_at }: KeyRecord, now: number): KeyState {
  if (isPast(revoked_at, now)) return { name: "revoked" };
  if (isPast(expires_at, now)) return { name: "expired" };
  if (revoked_at === null) return { name: "working" };
  const endsSooner = expires_at !== null && Date.parse(expires_at) < Date.parse(revoked_at);
  return { name: "grace", until: endsSooner ? expires_at : revoked_at };
}

export function isWorking(key: KeyRecord, now: number): boolean {
  return !isPast(key.revoked_at, now) && !isPast(key.expires_at, now);
}

/** Tolerance for clock skew: a key that ends within this time counts as ended. */
const clocksMilliseconds = 60_000;

function isPast(time: string | null, now: number): boolean {
  return time !== null && Date.parse(time) <= now + clocksMilliseconds;
}

/** The four characters that tell keys apart; the rest of each prefix is the same. */
export function keySuffix({ prefix }: Pick<KeyRecord, "prefix">): string {
  return prefix.slice(-4);
}

/** The latest of these keys that replaces a rotated one; null when there is none. @param keys the newest first. */
export function successorOf(old: ListedKey, keys: readonly ListedKey[]): ListedKey | null {
  return keys.find(({ rotated_from }) => rotated_from === old.id) ?? null;
}

/** A key's name; with its suffix, if another active key has the same name. */
export function labelOfKey(record: KeyRecord, active: readonly KeyRecord[]): string {
  return isNameShared(record, active) ? `${record.name}, ${keySuffix(record)}` : record.name;
}

export function isNameShared({ id, name }: KeyRecord, active: readonly KeyRecord[]): boolean {
  return active.some((other) => other.id !== id && other.name === name);
}
