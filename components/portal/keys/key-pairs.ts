import type { KeyRecord } from "@/lib/keys/schema.browser";

const hourMilliseconds = 3_600_000;
/** Contract §6: the longest grace period. */
const maxGraceHours = 168;
const dayMilliseconds = 86_400_000;

/** The four characters that tell keys apart; the rest of each prefix is the same. */
export function keySuffix({ prefix }: Pick<KeyRecord, "prefix">): string {
  return prefix.slice(-4);
}

/**
 * The key that replaces a rotated one, or null. The API doesn't name it: a rotated key ends a whole number of hours, the
 * grace period, after its successor was created, to the millisecond.
 */
export function successorOf(old: KeyRecord, keys: readonly KeyRecord[]): KeyRecord | null {
  if (old.revoked_at === null) return null;
  const end = Date.parse(old.revoked_at);
  return (
    keys.find(({ id, created_at }) => {
      const graceMilliseconds = end - Date.parse(created_at);
      const isWhole = graceMilliseconds % hourMilliseconds === 0;
      return (
        id !== old.id && isWhole && graceMilliseconds >= 0 && graceMilliseconds <= maxGraceHours * hourMilliseconds
      );
    }) ?? null
  );
}

/**
 * The other keys with which a key shares today's count: those before and after it in rotations of this UTC day.
 *
 * @param now milliseconds since 1970.
 */
export function sharingToday(key: KeyRecord, keys: readonly KeyRecord[], now: number): KeyRecord[] {
  const midnight = now - (now % dayMilliseconds);
  const pairs = keys.flatMap((old) => {
    const fresh = successorOf(old, keys);
    return fresh && Date.parse(fresh.created_at) >= midnight ? [[old, fresh] as const] : [];
  });
  const found = new Set([key]);
  // A set's iteration reaches what is added meanwhile, so that whole chains are followed.
  for (const one of found)
    for (const [old, fresh] of pairs) {
      if (one === old) found.add(fresh);
      if (one === fresh) found.add(old);
    }
  return [...found].filter((one) => one !== key);
}
