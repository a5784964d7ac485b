import "server-only";
import type { MailSender } from "../settings/mail-settings.ts";

/** Sends one letter. @throws the client's error when the server has not accepted it. */
export type Send = (letter: OutgoingLetter, signal: AbortSignal) => Promise<void>;

export interface OutgoingLetter {
  id: number;
  to: string;
  subject: string;
  text: string;
  created_at: Date;
}

/** How long the server may stay silent. `sendMilliseconds` in `letter-sender.ts` limits the whole. */
const silence = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Opens one connection for each letter. A password is sent only over TLS. */
export async function openSmtp(url: string, from: MailSender): Promise<Send> {
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

/** What the SMTP client says about a failure. */
export interface SmtpFailure {
  /** For the table: may contain the address. */
  reason: string;
  /** For the log: contains no address. */
  cause: { code: string | undefined; command: string | undefined; response_code: number | undefined };
  /** The server works, but does not take this letter; others may be sent. */
  isAboutLetter: boolean;
  /** It would not take this letter later either. */
  isFinal: boolean;
}

export function smtpFailure(error: unknown): SmtpFailure {
  const reason = error instanceof Error ? error.message : String(error);
  const { code, command, responseCode } = (error ?? {}) as { code?: string; command?: string; responseCode?: number };
  // A refused sign-in or sender is the operator's to mend, and the letter waits for it.
  const isAboutLetter = command === "RCPT TO" || command === "DATA" || (command === "API" && code === "EENVELOPE");
  const isFinal = isAboutLetter && (responseCode === undefined ? command === "API" : responseCode >= 500);
  return { reason, cause: { code, command, response_code: responseCode }, isAboutLetter, isFinal };
}
