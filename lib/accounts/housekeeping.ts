import "server-only";
import type { Clock } from "../core/clock.ts";
import type { Database } from "../db/database.ts";
import { deleteOverdue } from "./account-queries.ts";
import { failedRequestDays } from "./keys/request-queries.ts";
import { letterDays } from "./mail/letter-queries.ts";
import { deleteOldReads, readDays } from "../records/record-read-queries.ts";
import { deleteOldUsage, historyDays } from "../http/rate-limit/usage.ts";
import type { Env } from "../settings/env.ts";
import { contactDays, deleteOldSuggestions, unansweredDays } from "./suggestions/suggestion-queries.ts";
import { challengeMinutes } from "./second-factors/passkey-queries.ts";
import { attemptMinutes } from "./sign-in/sign-in-queries.ts";
import { Poll, type Idleness } from "../core/poll.ts";
import { log } from "../core/log.ts";
import type { ClockMonitor } from "../db/clock-monitor.ts";
import { forgetDeletions } from "../catalogue/change-queries.ts";

interface RetentionContext {
  database: Database;
  settings: Pick<Env, "UPDATES_KEEP_DAYS">;
  now: Clock;
}

/** One kind of data about people who use the service, as `/privacy` describes it. */
interface RetainedData {
  title: string;
  /** What is kept, and for what. Markdown within a paragraph. */
  what: string;
  /** How long, as the end of "Kept …". */
  until: string;
  /** The tables that hold it, with the SQL condition of what is over, by the database's clock; null: deleted otherwise. */
  tables: Readonly<Record<string, string | null>>;
  /** Deletes what takes more than a condition. One that deletes for several kinds stands at one of them. */
  deleteOld?: (context: RetentionContext) => Promise<unknown>;
  /** Kept for minutes, and so deleted more often. */
  isBrief?: true;
}

/** How soon, for the page; the function below keeps to it on every host. */
export const deletionNote =
  "What is over is deleted within five minutes where it is kept for minutes, and within an hour otherwise; if the service was not in use or not running meanwhile, soon after it is used or started again.";

const isExpired = "expires_at <= now()";
const attemptInterval = `interval '${attemptMinutes} minutes'`;

/** Everything that the database keeps about people who use the service. A new table that names a person belongs here. */
export const retainedData: readonly RetainedData[] = [
  {
    title: "Your account",
    what: "Your email address, your name if you gave one, your role, when the account was created, whether the address is verified, and a hash of your password (scrypt), which can’t be turned back into it.",
    until: "until you delete the account",
    tables: { accounts: null },
  },
  {
    title: "Sign-in with another provider",
    what: "The provider and its id for you. We keep no token of the provider.",
    until: "until you disconnect the provider or delete the account",
    tables: { identities: null },
  },
  {
    title: "Sessions",
    what: "For each browser in which you are signed in: a hash of the session’s name, when it began and was last used, browser and system, and your network: the IP address without its last part (/24, or /48 for IPv6).",
    until: "for 8 hours, or until you sign out",
    tables: { sessions: isExpired },
  },
  {
    title: "Second factors",
    what: "When you added an authenticator app, and its secret, encrypted. Of a passkey its name, its public key, how often it was used, and when it was added and last used. Hashes of your recovery codes. How many wrong codes were entered on a day. While you sign in by a passkey or add one, a random number that it signs.",
    until: `until you remove them, or delete the account; the count of wrong codes until the end of the next day; the random number for ${challengeMinutes} minutes`,
    tables: {
      authenticator_apps: null,
      passkeys: null,
      recovery_codes: null,
      passkey_challenges: isExpired,
      daily_usage: null,
    },
    isBrief: true,
  },
  {
    title: "API keys",
    what: "Name, note, the first 12 characters, a hash of the key, its limit, and when it was created, last used, expired or revoked. The key itself is stored nowhere.",
    until: "until you delete the account",
    tables: { api_keys: null },
  },
  {
    title: "Use of your keys and account",
    what: "How many requests there were on each day, and how they were answered, by route. No address, no query and no content of a request.",
    until: `for ${historyDays} days`,
    tables: { daily_usage: null, route_usage: `day < (now() AT TIME ZONE 'UTC')::date - ${historyDays}` },
    deleteOld: ({ database }) => deleteOldUsage(database),
  },
  {
    title: "What is read",
    what: "How often the page of each show was opened on a day, and how often the API answered about it or one of its productions, so that staff know which casts are read most. Nothing of who read it.",
    until: `for ${readDays} days`,
    tables: { record_reads: null },
    deleteOld: ({ database }) => deleteOldReads(database),
  },
  {
    title: "Requests without a key",
    what: "Your IP address (of IPv6 its first half) with the number of its requests today, to apply the daily limit. The access log has no address.",
    until: "until the end of the next day",
    tables: { daily_usage: null },
  },
  {
    title: "Failed requests of a key",
    what: "The last 100 of each key, for its owner: time, request ID, method, route, status, reason, your shortened network, and the first 80 characters of the user agent.",
    until: `for ${failedRequestDays} days`,
    tables: { failed_requests: `at < clock_timestamp() - interval '${failedRequestDays} days'` },
  },
  {
    title: "Requests for a higher limit, and notices",
    what: "What you asked for and why, the answer, and what the portal told you about your keys.",
    until: "until you delete the account; a notice that you dismissed, for 30 days",
    tables: {
      limit_requests: null,
      notices: `dismissed_at < now() - interval '30 days'
        OR (kind IN ('limit-near', 'limit-reached') AND at < now() - interval '30 days')`,
    },
  },
  {
    title: "Corrections that you suggest",
    what: "What you wrote, and how to reach you if you said so. Staff read it; only the state and the reason of the answer are public. A hash of your network and the day that only this service can make, so that staff can decline a flood at once. How many came from your address and your network (/24, or /48 for IPv6) on a day.",
    until: `for as long as the listings, or for ${unansweredDays} days without an answer; the hash, until the answer; the counts, until the end of the next day; how to reach you, for ${contactDays} days after the answer, or until you delete the account of that address`,
    tables: { suggestions: null, daily_usage: null },
    deleteOld: ({ database, now }) => deleteOldSuggestions(database, now()),
  },
  {
    title: "The security log",
    what: "Events of your account: sign-ins, wrong passwords, new passwords, keys, roles, blocks; with time, shortened network and browser. You see them under “Security”.",
    until: "for 400 days",
    tables: { security_log: "at < now() - interval '400 days'" },
  },
  {
    title: "Wrong passwords and requests for a reset",
    what: "The email address that was typed and the IP address, to slow down attacks.",
    until: `for ${attemptMinutes} minutes; a request for a reset that still waits to be answered, for at most a day`,
    tables: {
      // Also those that an instance whose clock is ahead has dated: they would slow down sign-in for too long.
      sign_in_failures: `at NOT BETWEEN now() - ${attemptInterval} AND now() + ${attemptInterval}`,
      reset_requests: `at < now() - interval '1 day' OR (is_answered AND at < now() - ${attemptInterval})`,
    },
    isBrief: true,
  },
  {
    title: "Emails to you",
    what: "Address, subject and when an email was sent. Its text is deleted as soon as it is sent.",
    until: `for ${letterDays} days after sending`,
    tables: { letters: isExpired },
  },
  {
    title: "Links in emails and invitations",
    what: "Your email address or account, and a hash of the link’s token.",
    until: "until the link is used or expires: an hour to 7 days",
    tables: { password_links: isExpired, mailed_links: isExpired },
  },
  {
    title: "What staff change",
    what: "Each change to the listings with the id and the name of the account that made it, and why a data problem was hidden.",
    until: "for as long as the listings; your name goes with your account",
    tables: { activity: null, problem_snoozes: null },
  },
];

/** The tables beside those of the resources that hold nothing about people who use the service. */
export const impersonalTables = ["versions", "record_changes", "forgotten_deletions", "retired_ids", "calendar_events"];

const briefMilliseconds = 5 * 60_000;
const longMilliseconds = 3_600_000;

/** Deletes from now on what `/privacy` says is kept for a time, and watches the clock. */
export function startHousekeeping(context: RetentionContext, clock: ClockMonitor, idleness: Idleness) {
  const { database, settings } = context;
  let last = Promise.resolve();
  let nextBrief = 0;
  let nextLong = 0;

  function deleteRows(isBriefOnly: boolean): Promise<void> {
    nextBrief = performance.now() + briefMilliseconds;
    last = last.then(async () => {
      const due = retainedData.filter(({ isBrief = false }) => isBrief || !isBriefOnly);
      const others = isBriefOnly ? [] : [clock.check(), forgetDeletions(database, settings.UPDATES_KEEP_DAYS)];
      const work = due.flatMap(({ tables, deleteOld }) => [deleteOverdue(database, tables), deleteOld?.(context)]);
      await Promise.all([...work, ...others]).catch((error: unknown) =>
        log.warn({ err: error }, "Clean-up of expired rows failed. It will be retried."),
      );
    });
    return last;
  }

  /** Deletes all that is over. Never throws. */
  function deleteOldRows(): Promise<void> {
    nextLong = performance.now() + longMilliseconds;
    return deleteRows(false);
  }

  /** For hosts that suspend a process between requests, and its timers with it. Never throws. */
  function deleteWhenDue(): Promise<void> {
    const now = performance.now();
    if (now >= nextLong) return deleteOldRows();
    return now >= nextBrief ? deleteRows(true) : last;
  }

  const poll = new Poll(briefMilliseconds, idleness, deleteWhenDue);
  void deleteOldRows();
  const close = async () => {
    poll.close();
    await last;
  };
  return { deleteOldRows, deleteWhenDue, close };
}
