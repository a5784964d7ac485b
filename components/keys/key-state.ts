import type { KeyRecord } from "@/lib/keys/schema";

export type KeyState = { name: "working" | "expired" | "revoked" } | { name: "grace"; until: string };

/** Whether a key works at `now` (milliseconds since 1970); one that was rotated is to be revoked, later. */
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

/** The service's clock and the reader's differ: what ends within that time is over. */
const clocksMilliseconds = 60_000;

function isPast(time: string | null, now: number): boolean {
  return time !== null && Date.parse(time) <= now + clocksMilliseconds;
}
