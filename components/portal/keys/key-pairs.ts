import type { KeyRecord, ListedKey } from "@/lib/keys/schema.browser";

/** The four characters that tell keys apart; the rest of each prefix is the same. */
export function keySuffix({ prefix }: Pick<KeyRecord, "prefix">): string {
  return prefix.slice(-4);
}

/** The latest of these keys that replaces a rotated one; null when there is none. @param keys the oldest first. */
export function successorOf(old: ListedKey, keys: readonly ListedKey[]): ListedKey | null {
  return keys.findLast(({ rotated_from }) => rotated_from === old.id) ?? null;
}

/** The others of these keys with which a key shares its count and its limit. */
export function keysSharingLimit(key: ListedKey, keys: readonly ListedKey[]): ListedKey[] {
  return keys.filter(({ id, counts_as }) => id !== key.id && counts_as === key.counts_as);
}
