import "server-only";
import type { Database } from "../../db/database.ts";
import type { Env } from "../../settings/env.ts";
import { log } from "../../core/log.ts";
import { Poll, type Idleness } from "../../core/poll.ts";
import {
  claimLetter,
  deleteExpiredLetters,
  finishLetter,
  postponeLetter,
  releaseLetter,
  secondsUntilNextLetter,
  type ClaimedLetter,
  type Mailing,
} from "./letter-queries.ts";
import { letterOrigin, type MailSender } from "../../settings/mail-settings.ts";
import { answerResetRequests } from "./account-letter-queries.ts";

const roundMilliseconds = 3_000;
/** After an error of the database. */
const retryMilliseconds = 60_000;
/** The limit for one letter, however slowly the server answers. */
const sendMilliseconds = 45_000;
/** Longer than a send and the statement after it, so that no two instances send one letter at the same time. */
const leaseSeconds = 120;
/** How long a stop waits for a letter that is being sent. */
const stopMilliseconds = 1_000;

/**
 * Sends the queued letters, one after another, and never in a request. One is sent twice only when the process is killed
 * after the server accepted it and before the database knows. @returns null where mail is not set.
 */
export function createLetterSender(database: Database, mailing: Mailing & { settings: Pick<Env, "MAIL_FROM"> }) {
  const { settings } = mailing;
  const { SMTP_URL: url, MAIL_FROM: from } = settings;
  if (!url || !from) return null;
  if (settings.NEXTAUTH_URL === undefined)
    log.warn(`Emails link to ${letterOrigin(settings)}. Set NEXTAUTH_URL to the public address of the service.`);
  const open = () => openSmtp(url, from);
  const stop = new AbortController();
  let poll: Poll | undefined;
  let smtp: Promise<Send> | undefined;
  let round = Promise.resolve();
  let isIdle = true;

  /** Sends by itself from now on. */
  function start(idleness: Idleness): void {
    void sendDue();
    poll = new Poll(roundMilliseconds, idleness, sendDue);
  }

  /** Resolves when the letters that are due now have been tried. Never throws. */
  function sendDue(): Promise<void> {
    // A round in progress may have looked before the last letter was queued.
    round = round.then(sendAll);
    return round;
  }

  /** A server that does not answer delays the stop by a second at most. */
  async function close(): Promise<void> {
    poll?.close();
    const timer = setTimeout(() => stop.abort(), isIdle ? 0 : stopMilliseconds);
    await round;
    clearTimeout(timer);
    stop.abort();
  }

  async function sendAll(): Promise<void> {
    isIdle = false;
    try {
      await answerResetRequests(database, mailing);
      const expired = await deleteExpiredLetters(database);
      if (expired > 0) log.error({ letters: expired }, "Letters were deleted: they could not be sent in time.");
      let mayContinue = true;
      while (mayContinue && !stop.signal.aborted) mayContinue = await sendNext();
      // A letter that failed, or that a killed instance has claimed, is due also while the service is not used.
      const seconds = poll && (await secondsUntilNextLetter(database));
      if (typeof seconds === "number") poll?.workWithin(seconds * 1000);
    } catch (error) {
      poll?.workWithin(retryMilliseconds);
      log.warn({ err: error }, "The queue of letters can't be read or written. It will be retried.");
    } finally {
      isIdle = true;
    }
  }

  /** @returns whether another letter may be tried now: not when there is none, or the server does not work. */
  async function sendNext(): Promise<boolean> {
    const letter = await claimLetter(database, leaseSeconds);
    if (!letter) return false;
    try {
      const send = await (smtp ??= open());
      await send(letter, AbortSignal.any([stop.signal, AbortSignal.timeout(sendMilliseconds)]));
    } catch (error) {
      if (!stop.signal.aborted) return noteFailure(database, letter, error);
      await releaseLetter(database, letter);
      return false;
    }
    await finishLetter(database, letter, null);
    return true;
  }

  return { start, sendDue, close };
}

/** @returns whether the server works. */
async function noteFailure(database: Database, letter: ClaimedLetter, error: unknown): Promise<boolean> {
  const { reason, cause, isAboutLetter, isFinal } = smtpFailure(error);
  const about = { letter: letter.id, tries: letter.tries, ...cause };
  if (isFinal) {
    await finishLetter(database, letter, reason);
    log.error(about, "A letter was given up: the mail server refused it for good. The table `letters` has the reason.");
  } else {
    await postponeLetter(database, letter, reason);
    log.warn(about, "A letter could not be sent. It will be tried again.");
  }
  return isAboutLetter;
}

/** Sends one letter. @throws the client's error when the server has not accepted it. */
type Send = (letter: ClaimedLetter, signal: AbortSignal) => Promise<void>;

/** How long the server may stay silent. `sendMilliseconds` in `letter-sender.ts` limits the whole. */
const silence = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Opens one connection for each letter. A password is sent only over TLS. */
async function openSmtp(url: string, from: MailSender): Promise<Send> {
  // Loaded only where mail is set.
  const { createTransport } = await import("nodemailer");
  const { protocol, hostname, port, username, password } = new URL(url);
  const auth = username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    ...(port ? { port: Number(port) } : {}),
    secure: protocol === "smtps:",
    ...(auth ? { ...auth, requireTLS: true } : {}),
    ...silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return async ({ id, to, subject, text, created_at }, signal) => {
    await transport.sendMail({
      // The same at each try, so that a mailbox can recognise a letter that arrives twice.
      messageId: `<${id}.${created_at.getTime().toString(36)}@${domain}>`,
      date: created_at,
      subject,
      text,
      from,
      // An object is one recipient; a text would be parsed as a list of them.
      to: { name: "", address: to },
      // Otherwise a long link would be broken into lines.
      textEncoding: "quoted-printable",
      headers: { "Auto-Submitted": "auto-generated" },
      signal,
    });
  };
}

/**
 * The reason is for the table, because it may have the address; the cause is for the log. About the letter: the server
 * works, and may take others. Final: it would not take this one later either.
 */
function smtpFailure(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error);
  const { code, command, responseCode } = (error ?? {}) as { code?: string; command?: string; responseCode?: number };
  // A refused sign-in or sender is the operator's to mend, and the letter waits for it.
  const isAboutLetter = command === "RCPT TO" || command === "DATA" || (command === "API" && code === "EENVELOPE");
  const isFinal = isAboutLetter && (responseCode === undefined ? command === "API" : responseCode >= 500);
  return { reason, cause: { code, command, response_code: responseCode }, isAboutLetter, isFinal };
}
