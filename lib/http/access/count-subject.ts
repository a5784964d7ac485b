import "server-only";

const prefix = "key:";

/** The key whose count a key's requests are on: the first of its chain of rotations (contract §6). */
export function countedKey({ id, counts_as }: { id: string; counts_as: string | null }): string {
  return counts_as ?? id;
}

/** The subject of a count. @param keyId see `countedKey`. */
export function countSubject(keyId: string): string {
  return `${prefix}${keyId}`;
}

/** The key of such a subject. */
export function keyOfSubject(subject: string): string {
  return subject.slice(prefix.length);
}
