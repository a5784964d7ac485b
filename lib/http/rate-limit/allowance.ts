import "server-only";
import { dayName, endOfDaySeconds, utcDay, type Clock } from "../../core/clock.ts";
import type { Prisma } from "../../db/generated/client.ts";
import { AppError } from "../../core/errors.ts";
import type { Limiter, Tier, Versions } from "./limiter.ts";

/** How often a subject may do something in a UTC day, apart from its requests: `account:… keys`, `ip:… accounts`. */
export interface Allowance {
  subject: string;
  limit: number;
  message: string;
}

/**
 * Takes one from an allowance, in the transaction of the action, so that a rollback costs nothing. The row lock makes it
 * exact across all instances that share the database.
 *
 * @throws AppError 429 when the allowance is used up.
 */
export async function consumeAllowance(
  transaction: Prisma.TransactionClient,
  { message, ...allowance }: Allowance,
  now: Date,
): Promise<void> {
  const at = now.getTime();
  if (await takeAllowance(transaction, allowance, at)) return;
  throw tooManyRequests({ limit: allowance.limit, reset: endOfDaySeconds(utcDay(at)), message }, at);
}

/** As `consumeAllowance`. @param at milliseconds since 1970. @returns false when the allowance is used up. */
export async function takeAllowance(
  transaction: Prisma.TransactionClient,
  { subject, limit }: Omit<Allowance, "message">,
  at: number,
): Promise<boolean> {
  const taken = await transaction.$executeRaw`
    INSERT INTO daily_usage AS usage (subject, day, daily_limit, allowed, refused, granted)
    VALUES (${subject}, ${dayName(utcDay(at))}::date, ${limit}, 1, 0, 1)
    ON CONFLICT (subject, day) DO UPDATE SET daily_limit = EXCLUDED.daily_limit, allowed = usage.allowed + 1
    WHERE usage.allowed < EXCLUDED.daily_limit`;
  return taken > 0;
}

/** Checks before costly work. Only `consumeAllowance` is exact. @throws AppError 429 when the allowance is used up. */
export async function requireAllowance(
  prisma: Prisma.TransactionClient,
  { subject, limit, message }: Allowance,
  now: Date,
): Promise<void> {
  const at = now.getTime();
  if ((await readTaken(prisma, subject, at)) < limit) return;
  throw tooManyRequests({ limit, reset: endOfDaySeconds(utcDay(at)), message }, at);
}

export async function readTaken(prisma: Prisma.TransactionClient, subject: string, at: number): Promise<number> {
  const [usage] = await prisma.$queryRaw<{ allowed: number }[]>`
    SELECT allowed::int AS allowed FROM daily_usage WHERE subject = ${subject} AND day = ${dayName(utcDay(at))}::date`;
  return usage?.allowed ?? 0;
}

/** Gives one back that `takeAllowance` took. */
export async function giveBackAllowance(prisma: Prisma.TransactionClient, subject: string, at: number): Promise<void> {
  await prisma.$executeRaw`
    UPDATE daily_usage SET allowed = allowed - 1 WHERE subject = ${subject} AND day = ${dayName(utcDay(at))}::date`;
}

const minuteMilliseconds = 60_000;
const minutesOfDay = 1_440;

/**
 * Takes one from what a subject may do in a minute, in the store that counts all requests, under a subject of its own: so
 * the limit holds across instances, and no quota changes.
 *
 * @param allowance whose `limit` is that of a minute.
 * @returns the versions, which the count reads too, and the 429 when the minute is used up.
 */
export async function takeOfMinute(
  { limiter, now }: { readonly limiter: Limiter; readonly now: Clock },
  { subject, limit, message }: Allowance,
  tier: Tier = "public",
): Promise<{ versions: Versions | null; refusal: AppError | null }> {
  const minute = Math.floor(now() / minuteMilliseconds);
  const ofMinute = `${subject} ${minute % minutesOfDay}`;
  const counted = await limiter.hit({ tier, subject: ofMinute, limit, isAnonymous: tier === "public" });
  const reset = ((minute + 1) * minuteMilliseconds) / 1000;
  const refusal = counted.isAdmitted ? null : tooManyRequests({ limit, reset, message }, now());
  return { versions: counted.versions, refusal };
}

export interface AllowanceRefusal {
  limit: number;
  /** Unix time in seconds at which more is available. */
  reset: number;
  message: string;
}

export function limitMessage(tier: Tier, limit: number): string {
  return tier === "public"
    ? `The public limit of ${limit} requests per day was exceeded. An API key gives higher limits.`
    : `The limit of ${limit} requests per day of this ${tier === "key" ? "API key" : "account"} was exceeded.`;
}

/** The 429 of contract §3. @param at milliseconds since 1970. */
export function tooManyRequests({ limit, reset, message }: AllowanceRefusal, at: number): AppError {
  const headers = { "Retry-After": retryAfter(reset, at) };
  return new AppError("rate_limited", { message, members: { limit, reset }, headers });
}

/** RFC 9110 §10.2.3: seconds, and never zero. */
export function retryAfter(resetSeconds: number, nowMilliseconds: number): string {
  return String(Math.max(1, resetSeconds - Math.floor(nowMilliseconds / 1000)));
}
