import "server-only";
import { dayName, utcDay } from "../clock.ts";
import { countedKey, type SharedCount } from "../keys/count-subject.ts";
import type { Allowance } from "../rate-limit/allowance.ts";

/** Contract §6. */
const maxKeysMadeADay = 20;

/** Counted apart from the keys themselves: one that is deleted was made all the same. */
export function keysOfToday(accountId: string): Allowance {
  const message = `An account makes at most ${maxKeysMadeADay} keys a day, rotations included. The next one can be made after midnight UTC; revoking works at any time.`;
  return { subject: `account:${accountId} keys`, limit: maxKeysMadeADay, message };
}

/** A key's shared count, as its row has it. */
export interface SharedColumns {
  counts_with: string | null;
  counts_with_on: Date | null;
}

export function sharedCountOf({ counts_with, counts_with_on }: SharedColumns): SharedCount | null {
  return counts_with === null || counts_with_on === null
    ? null
    : { keyId: counts_with, day: utcDay(counts_with_on.getTime()) };
}

/** With whom the key counts that replaces this one on that UTC day. */
export function shareCount(old: SharedColumns & { id: string }, day: number): SharedColumns {
  return { counts_with: countedKey(old.id, sharedCountOf(old), day), counts_with_on: new Date(dayName(day)) };
}
