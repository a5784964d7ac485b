import "server-only";

/** The sentences of notices, for the portal and for letters. */

interface NamedKey {
  name: string;
  prefix: string;
}

/** A key's requests of a UTC day. */
interface DayUse {
  used: number;
  limit: number;
  /** `YYYY-MM-DD` */
  day: string;
}

const counts = new Intl.NumberFormat("en-GB");
const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const times = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

const named = ({ name, prefix }: NamedKey) => `Your key “${name}” (${prefix}…)`;
const at = (time: Date) => `${times.format(time)} UTC`;

export function limitNearText(key: NamedKey, { used, limit, day }: DayUse): string {
  return `${named(key)} has used ${counts.format(used)} of its ${counts.format(limit)} requests for ${days.format(new Date(day))}. When they are used up, further requests are refused until midnight UTC.`;
}

export function limitReachedText(key: NamedKey, { limit, day }: DayUse): string {
  return `${named(key)} has used all ${counts.format(limit)} requests for ${days.format(new Date(day))}. Further requests are refused until midnight UTC. You can request a higher limit.`;
}

export function keyExpiresText(key: NamedKey, expiresAt: Date): string {
  return `${named(key)} expires on ${at(expiresAt)}. Create a new key before then.`;
}

export function keyFoundText(key: NamedKey, revokedAt: Date): string {
  return `${named(key)} was found in public and revoked on ${at(revokedAt)}. Check where it leaked before you create a new one.`;
}

export function limitGrantedText(key: NamedKey, limit: number): string {
  return `${named(key)} now has ${counts.format(limit)} requests a day.`;
}

export function limitDeclinedText(key: NamedKey, requested: number): string {
  return `Your request for ${counts.format(requested)} requests a day was declined. ${named(key)} keeps its limit.`;
}

/** @param day `YYYY-MM-DD`, in UTC. */
export function wrongCodesText(day: string): string {
  return `Ten wrong codes of an authenticator app were entered for your account on ${days.format(new Date(day))}, each after your right password. If that wasn’t you, someone knows your password: change it now. After 100 wrong codes, only recovery codes and passkeys sign you in until midnight UTC.`;
}

export function newPasswordText(changedAt: Date): string {
  return `The password of your account was changed on ${at(changedAt)}. If that wasn’t you, set a new one and sign out on all devices.`;
}
