import "server-only";
import { dayName, utcDay } from "../../core/clock.ts";
import { countedKey, type SharedCount } from "../count-subject.ts";
import type { Allowance } from "../../rate-limit/allowance.ts";

/** Contract §6. */
const maxKeysMadeADay = 20;

/** Counted apart from the keys themselves, because a deleted key counts too. */
export function dailyKeyAllowance(accountId: string): Allowance {
  const message = `This account has reached its limit of ${maxKeysMadeADay} new keys a day, rotations included. Try again after midnight UTC. Revoking works at any time.`;
  return { subject: `account:${accountId} keys`, limit: maxKeysMadeADay, message };
}

/** The columns of a key's shared count. */
export interface SharedColumns {
  counts_with: string | null;
  counts_with_on: Date | null;
}

export function sharedCountOf({ counts_with, counts_with_on }: SharedColumns): SharedCount | null {
  return counts_with === null || counts_with_on === null
    ? null
    : { keyId: counts_with, day: utcDay(counts_with_on.getTime()) };
}

/** The shared count of a key that replaces this one on that UTC day. */
export function sharedCountAfter(old: SharedColumns & { id: string }, day: number): SharedColumns {
  return { counts_with: countedKey(old.id, sharedCountOf(old), day), counts_with_on: new Date(dayName(day)) };
}
