import "server-only";
import type { NoticeKind } from "./schema.browser.ts";

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
const on = (day: string) => days.format(new Date(day));

/** The sentences of notices, for the portal and for letters. */
export const noticeTexts = {
  "limit-near": (key: NamedKey, { used, limit, day }: DayUse) =>
    `${named(key)} has used ${counts.format(used)} of its ${counts.format(limit)} requests for ${on(day)}. When they are used up, further requests are refused until midnight UTC.`,
  "limit-reached": (key: NamedKey, { limit, day }: DayUse) =>
    `${named(key)} has used all ${counts.format(limit)} requests for ${on(day)}. Further requests are refused until midnight UTC. You can request a higher limit.`,
  "key-expires": (key: NamedKey, expiresAt: Date) =>
    `${named(key)} expires on ${at(expiresAt)}. Create a new key before then.`,
  "key-found": (key: NamedKey, revokedAt: Date) =>
    `${named(key)} was found in public and revoked on ${at(revokedAt)}. Check where it leaked before you create a new one.`,
  "limit-granted": (key: NamedKey, limit: number) => `${named(key)} now has ${counts.format(limit)} requests a day.`,
  "limit-declined": (key: NamedKey, requested: number) =>
    `Your request for ${counts.format(requested)} requests a day was declined. ${named(key)} keeps its limit.`,
  "password-changed": (changedAt: Date) =>
    `The password of your account was changed on ${at(changedAt)}. If that wasn’t you, set a new one and sign out on all devices.`,
  "wrong-codes": (day: string) =>
    `Ten wrong codes of an authenticator app were entered for your account on ${on(day)}, each after your right password. If that wasn’t you, someone knows your password: change it now. After 100 wrong codes, only recovery codes and passkeys sign you in until midnight UTC.`,
} satisfies Record<NoticeKind, unknown>;
