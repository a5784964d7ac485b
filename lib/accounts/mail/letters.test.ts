import { createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { parseEnv } from "../../settings/env.ts";
import { log } from "../../core/log.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { startMailServer, useMailServer, type MailServer } from "../../../test/mail-server.ts";
import { useService } from "../../../test/service.ts";
import { createLetterSender } from "./letter-sender.ts";
import { claimLetter, finishLetter, postponeLetter, queueLetter, releaseLetter } from "./letter-queries.ts";

describe.each(databaseKinds)("letters (%s)", (databaseKind) => {
  const mail = useMailServer();
  const service = useService(databaseKind, () => ({ isOwn: true, settings: mail.settings }));
  beforeAll(async () => {
    // Each test sends by itself.
    await service.infrastructure.letters?.close();
  });
  beforeEach(async () => {
    mail.behaviour = { recipient: "accept", data: "accept" };
    mail.letters.splice(0);
    await prisma().letter.deleteMany();
    for (const level of ["warn", "error"] as const) vi.spyOn(log, level).mockImplementation(() => undefined);
  });

  const prisma = () => service.infrastructure.database.prisma;
  const aLetter = (to = "ada@example.com") => ({ to, subject: "A subject", text: "The text.\nhttps://link" });
  const queue = (
    letter: Parameters<typeof queueLetter>[2] = aLetter(),
    settings: { SMTP_URL?: string } = mail.settings,
  ) => prisma().$transaction((transaction) => queueLetter(transaction, settings, letter));
  /** Sends what is due, as another instance of the service. */
  async function send(settings = mail.settings): Promise<void> {
    const sender = createLetterSender(service.infrastructure.database, {
      ...service.infrastructure,
      settings: parseEnv(settings),
    });
    await sender?.sendDue();
    await sender?.close();
  }
  const stored = () => prisma().letter.findMany({ orderBy: { id: "asc" } });
  const makeDue = () =>
    prisma().letter.updateMany({ where: { next_try: { not: null } }, data: { next_try: new Date(0) } });
  const minutesUntilNextTry = async () => {
    const [letter] = await stored();
    return Math.round(((letter?.next_try?.getTime() ?? 0) - Date.now()) / 6_000) / 10;
  };

  test("arrive once, as plain text from the service, with no header that their subject or text adds, and their text is deleted", async () => {
    const injected = "Hello\r\nBcc: eve@example.com\u2028X-Eve: 1\r\n\r\nAnother body";
    const text = `Grüße\n.\nhttps://${"x".repeat(200)}`;
    await queue({ to: "Ada@Example.com", subject: "Übersicht", text });
    await send();
    await send();
    await queue({ ...aLetter(), subject: injected, text: `\r\n.\r\nRCPT TO:<eve@example.com>\r\n${injected}` });
    await send();

    const [letter, other, ...more] = mail.letters;
    expect([letter?.recipients, letter?.text.trim(), more]).toEqual([["ada@example.com"], text, []]);
    expect(Object.fromEntries(letter?.headers ?? [])).toMatchObject({
      from: "Theatre Listings <listings@theatre.example>",
      "content-type": "text/plain; charset=utf-8",
      "auto-submitted": "auto-generated",
    });
    expect([other?.recipients, other?.subject]).toEqual([
      ["ada@example.com"],
      "Hello Bcc: eve@example.com X-Eve: 1 Another body",
    ]);
    expect([...(other?.headers.keys() ?? [])].filter((name) => /bcc|x-eve/.test(name))).toEqual([]);
    const sent = { text: null, next_try: null, sent_at: expect.any(Date), tries: 1 };
    expect(await stored()).toMatchObject([sent, sent]);
  });

  test("are queued neither where mail is not set nor when their transaction fails", async () => {
    await queue(aLetter(), {});
    const failing = prisma().$transaction(async (transaction) => {
      await queueLetter(transaction, mail.settings, aLetter());
      throw new Error("Something else failed.");
    });
    await expect(failing).rejects.toThrow("Something else failed.");
    expect(await stored()).toEqual([]);
  });

  test.each([
    "ada@example.com\r\nBcc: eve@example.com",
    "ada@example.com, eve@example.com",
    "Ada <ada@example.com>",
    "",
  ])("to %j are refused", async (to) => {
    await expect(queue(aLetter(to))).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  test.each<[string, Partial<MailServer["behaviour"]>]>([
    ["refuses an address for now", { recipient: 451 }],
    ["refuses the letter for now", { data: 452 }],
    ["dies with the letter half accepted", { data: "die" }],
  ])("wait while the server %s, and arrive at a later try", async (_name, behaviour) => {
    await queue();
    mail.behaviour = { ...mail.behaviour, ...behaviour };
    await send();
    await send();
    expect(await stored()).toMatchObject([{ tries: 1, text: expect.any(String), last_error: expect.any(String) }]);

    mail.behaviour = { recipient: "accept", data: "accept" };
    await makeDue();
    await send();

    expect(mail.letters).toHaveLength(1);
    expect(await stored()).toMatchObject([{ tries: 2, text: null, last_error: null }]);
  });

  test("wait longer after each failed try, up to an hour", async () => {
    await queue();
    mail.behaviour = { recipient: 451, data: "accept" };
    const pauses = [];
    for (let turn = 0; turn < 9; turn += 1) {
      await makeDue();
      await send();
      pauses.push(await minutesUntilNextTry());
    }

    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test("wait while no one listens, and are not tried one by one", async () => {
    const gone = await startMailServer();
    await gone.close();
    await queue();
    await queue(aLetter("bob@example.com"));
    await send(gone.settings);

    expect((await stored()).map(({ tries }) => tries)).toEqual([1, 0]);
    await makeDue();
    await send();
    expect(mail.letters.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      "ada@example.com",
      "bob@example.com",
    ]);
  });

  test("to an address that is refused for good are given up and logged without it, and others are sent", async () => {
    await queue();
    mail.behaviour = { recipient: 550, data: "accept" };
    await send();
    mail.behaviour = { recipient: "accept", data: "accept" };
    await makeDue();
    await queue(aLetter("bob@example.com"));
    await send();

    expect(mail.letters.map(({ recipients }) => recipients)).toEqual([["bob@example.com"]]);
    const [refused] = await stored();
    expect(refused).toMatchObject({
      text: null,
      next_try: null,
      sent_at: null,
      last_error: expect.stringContaining("550"),
    });
    const lines = JSON.stringify(vi.mocked(log.error).mock.calls);
    expect(lines).toContain("given up");
    expect(lines).not.toContain("ada@example.com");
  });

  test("are deleted when their link has expired, sent or not", async () => {
    await queue({ ...aLetter(), expiresAt: new Date(Date.now() - 1) });
    await queue(aLetter("bob@example.com"));
    await send();
    await prisma().letter.updateMany({ data: { expires_at: new Date(0) } });
    await send();

    expect(mail.letters.map(({ recipients }) => recipients)).toEqual([["bob@example.com"]]);
    expect(await stored()).toEqual([]);
    expect(JSON.stringify(vi.mocked(log.error).mock.calls)).toContain("could not be sent in time");
  });

  test("are sent once by several instances at the same time", async () => {
    const addresses = Array.from({ length: 20 }, (_, index) => `reader${index}@example.com`);
    for (const to of addresses) await queue(aLetter(to));

    await Promise.all([send(), send(), send(), send()]);

    expect(mail.letters.flatMap(({ recipients }) => recipients).toSorted()).toEqual(addresses.toSorted());
  });

  test("that an instance had begun when it was killed or suspended are sent by another, once they are free, and left alone by the first", async () => {
    const { database } = service.infrastructure;
    await queue();
    const claimed = (await claimLetter(database, 60)) ?? expect.fail("The letter is due.");
    await send();
    expect(mail.letters).toEqual([]);
    await makeDue();
    await send();
    const sent = await stored();

    await postponeLetter(database, claimed, "It was suspended.");
    await releaseLetter(database, claimed);
    await finishLetter(database, claimed, "It was suspended.");

    expect([mail.letters.length, await stored()]).toEqual([1, sent]);
    expect(sent).toMatchObject([{ next_try: null, sent_at: expect.any(Date), tries: 2 }]);
  });

  test("delay neither requests nor a stop while the server hangs, and wait in the queue", async () => {
    const silent = createServer();
    const sockets: Socket[] = [];
    silent.on("connection", (socket) => sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const settings = parseEnv({ ...mail.settings, SMTP_URL: `smtp://127.0.0.1:${port}` });
    const sender = createLetterSender(service.infrastructure.database, { ...service.infrastructure, settings });
    await queue();
    const connected = once(silent, "connection");
    const sending = sender?.sendDue();
    await connected;

    expect((await service.get("/api/shows")).status).toBe(200);
    await sender?.close();
    await sending;

    expect(await stored()).toMatchObject([{ tries: 0, text: expect.any(String), last_error: null }]);
    for (const socket of sockets) socket.destroy();
    silent.close();
    await send();
    expect(mail.letters).toHaveLength(1);
  });
});
