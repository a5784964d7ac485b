import "server-only";

const prefix = "key:";

/** On the day of its rotation a new key shares the count of the old one (contract §6). */
export interface SharedCount {
  /** The key that owns the count: the first of a chain of rotations. */
  keyId: string;
  /** The UTC day, as days since 1970-01-01. */
  day: number;
}

/** The key on which a key's requests of a UTC day are counted. */
export function countedKey(id: string, shared: SharedCount | null, day: number): string {
  return shared?.day === day ? shared.keyId : id;
}

/** The subject on which a key's requests of a UTC day are counted. */
export function countSubject(id: string, shared: SharedCount | null, day: number): string {
  return `${prefix}${countedKey(id, shared, day)}`;
}

/** The key of such a subject. */
export function keyOfSubject(subject: string): string {
  return subject.slice(prefix.length);
}
