import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { useFixture } from "./fixture.ts";

/** A letter as a mailbox receives it. */
export interface ReceivedLetter {
  /** The addresses that the server was told; the headers may name others. */
  recipients: string[];
  /** The names in lower case. */
  headers: Map<string, string>;
  subject: string;
  text: string;
}

/** What the server does with a letter; a number is the code of a refusal. */
export interface MailServerBehaviour {
  recipient: "accept" | number;
  data: "accept" | "hang" | "die" | number;
}

/** A real SMTP server in this process, on a free port. */
export interface MailServer {
  settings: { SMTP_URL: string; MAIL_FROM: string; NEXTAUTH_URL: string };
  port: number;
  /** In the order of their arrival. */
  letters: ReceivedLetter[];
  /** How many recipients it was asked about. */
  asked: number;
  behaviour: MailServerBehaviour;
  /** Resolves with the first letter to this address that has not been taken yet. */
  take(to: string): Promise<ReceivedLetter>;
  /** Resolves when a letter's data has arrived, before it is accepted or refused. */
  reached(): Promise<void>;
  close(): Promise<void>;
}

const accepting: MailServerBehaviour = { recipient: "accept", data: "accept" };

/** A mail server that runs during the tests of this block. */
export function useMailServer(): MailServer {
  return useFixture(startMailServer, (mail) => mail.close());
}

export async function startMailServer(port = 0): Promise<MailServer> {
  const waiting: (() => void)[] = [];
  const reaching: (() => void)[] = [];
  const taken = new Set<ReceivedLetter>();
  const wake = (sleepers: (() => void)[]) => sleepers.splice(0).forEach((resume) => resume());
  const hasArrived = () => new Promise<void>((resolve) => waiting.push(resolve));
  const refusal = (responseCode: number) => Object.assign(new Error("Refused by the test"), { responseCode });

  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    closeTimeout: 1,
    onRcptTo(_address, _session, done) {
      mail.asked += 1;
      const { recipient } = mail.behaviour;
      done(recipient === "accept" ? null : refusal(recipient));
    },
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        const { data } = mail.behaviour;
        wake(reaching);
        if (data === "hang") return;
        if (data === "die") return server.connections.forEach((connection) => connection.close());
        if (data !== "accept") return done(refusal(data));
        mail.letters.push(readLetter(raw, session));
        done();
        wake(waiting);
      });
    },
  });
  // A client that is killed resets its connection.
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const { port: listening } = server.server.address() as AddressInfo;

  const mail: MailServer = {
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${listening}`,
      MAIL_FROM: "Theatre Listings <listings@theatre.example>",
      NEXTAUTH_URL: "http://listings.example",
    },
    port: listening,
    letters: [],
    asked: 0,
    behaviour: accepting,
    take: async (to) => {
      for (;;) {
        const letter = mail.letters.find((one) => one.recipients.includes(to) && !taken.has(one));
        if (letter) {
          taken.add(letter);
          return letter;
        }
        await hasArrived();
      }
    },
    reached: () => new Promise((resolve) => reaching.push(resolve)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
}

function readLetter(raw: string, { envelope }: SMTPServerSession): ReceivedLetter {
  const [head = "", ...body] = raw.split("\r\n\r\n");
  const unfolded = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = new Map(
    unfolded.map((line) => {
      const [name = "", ...value] = line.split(": ");
      return [name.toLowerCase(), value.join(": ")] as const;
    }),
  );
  return {
    recipients: envelope.rcptTo.map(({ address }) => address),
    headers,
    subject: headers.get("subject") ?? "",
    text: fromQuotedPrintable(body.join("\r\n\r\n")).replaceAll("\r\n", "\n"),
  };
}

function fromQuotedPrintable(encoded: string): string {
  const bytes = encoded
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
