import { Client } from "pg";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { verifyPassword } from "./sign-in/password.ts";
import { queuePasswordChanged } from "../mail/password-queries.ts";
import { databaseKinds } from "../../test/databases.ts";
import { developer, invalidFieldsOf, sendJson, type Developer } from "../../test/developer.ts";
import { hashFast } from "../../test/fast-password-hash.ts";
import { useMailServer, type ReceivedLetter } from "../../test/mail-server.ts";
import { behindProxy, freshAddress } from "../../test/quota-helpers.ts";
import { startService, useService } from "../../test/service.ts";
import { passwordLink } from "./schema.browser.ts";

const password = "a horse with a battery";
const [minute, hour] = [60_000, 3_600_000];
const highLimits = { PUBLIC_DAILY_LIMIT: "1000000", ACCOUNT_DAILY_LIMIT: "1000000" };

describe.each(databaseKinds)("a forgotten password (%s)", (databaseKind) => {
  let later = 0;

  const mail = useMailServer();
  const service = useService(databaseKind, () => ({
    settings: { ...mail.settings, ...highLimits, ...behindProxy },
    now: () => Date.now() + later,
  }));
  beforeEach(() => {
    later = 0;
    mail.letters.splice(0);
  });

  const prisma = () => service.infrastructure.database.prisma;
  const ask = (body: unknown, address = freshAddress()) =>
    sendJson(service, "POST", "/account/reset", body, { "x-forwarded-for": address });
  const use = (token: string, chosen = password) =>
    sendJson(service, "POST", "/account/password", { token, password: chosen });
  const send = async () => service.infrastructure.letters?.sendDue();
  const tokenOf = ({ text }: ReceivedLetter) =>
    /^http:\/\/listings\.example\/set-password#(\S+)$/m.exec(text)?.[1] ?? "none";
  const lettersTo = (email: string) => mail.letters.filter(({ recipients }) => recipients.includes(email));
  /** The token of the email that a request leads to. */
  async function mailedToken(email: string): Promise<string> {
    await ask({ email });
    await send();
    return tokenOf(await mail.take(email));
  }
  const signsIn = async (email: string, word: string) => {
    const account = await prisma().account.findUnique({ where: { email } });
    return verifyPassword(word, account?.password ?? null, "a");
  };
  const statusFor = async (owner: Developer) => (await owner.ask("GET", "/account")).status;

  test("is replaced by the link of an email, which ends all sessions and verifies the address", async () => {
    const owner = await developer(service);

    const asked = await ask({ email: ` ${owner.email.toUpperCase()} ` });
    expect([asked.status, asked.headers.get("cache-control")]).toEqual([202, "no-store"]);
    expect(await statusFor(owner)).toBe(200);
    await send();
    const letter = await mail.take(owner.email);
    expect(letter.subject).toBe("Set a new password for Theatre Listings");
    expect(await use(tokenOf(letter))).toMatchObject({ status: 200, body: { id: owner.id, email: owner.email } });

    expect([await signsIn(owner.email, password), await statusFor(owner)]).toEqual([true, 401]);
    expect(await prisma().account.findUnique({ where: { id: owner.id } })).toMatchObject({ verified: true });
    const events = await prisma().securityLogEntry.findMany({
      where: { account_id: owner.id },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ action }) => action)).toEqual(["sign-in", "address-verified", "password-reset"]);
    await send();
    expect((await mail.take(owner.email)).subject).toBe("Your password for Theatre Listings was changed");
  });

  test("has the same response for every address, and an email only to an account that is not blocked", async () => {
    const owner = await developer(service);
    const blocked = await developer(service);
    await prisma().account.update({ where: { id: blocked.id }, data: { blocked: true } });
    const emails = [owner.email, blocked.email, `${crypto.randomUUID()}@example.com`];

    const answers = [];
    for (const email of emails) answers.push(await ask({ email }));
    await send();

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    // The rate limit has the seconds that remain.
    const varying = /^(date|ratelimit|x-request-id)$/;
    const heads = answers.map(({ headers }) => JSON.stringify([...headers].filter(([name]) => !varying.test(name))));
    expect(new Set(heads).size).toBe(1);
    expect(emails.map((email) => lettersTo(email).length)).toEqual([1, 0, 0]);
  });

  // Both kinds run the same code, and only the client of a server can be watched.
  test.runIf(databaseKind === "server")(
    "runs the same statements, whether the address has an account or not",
    async () => {
      const owner = await developer(service);
      const statements = vi.spyOn(Client.prototype, "query");
      async function statementsOf(email: string): Promise<string[]> {
        statements.mockClear();
        await ask({ email });
        return statements.mock.calls.map(([sent]: unknown[]) =>
          typeof sent === "string" ? sent : JSON.stringify((sent as { text: unknown }).text),
        );
      }
      await statementsOf("warm@example.com");

      const [known, unknown] = [await statementsOf(owner.email), await statementsOf("nobody@example.com")];
      statements.mockRestore();

      expect(known.join("\n")).toContain("reset_requests");
      expect(known).toEqual(unknown);
    },
  );

  test("can be set once by a link, also when two requests use it at once", async () => {
    const owner = await developer(service);
    const token = await mailedToken(owner.email);
    const chosen = ["the first horse battery", "the second horse battery"];

    const answers = await Promise.all(chosen.map((one) => use(token, one)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const won = chosen[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect(await signsIn(owner.email, won)).toBe(true);
    const again = await use(token, "the third horse battery");
    expect([again.status, invalidFieldsOf(again), await signsIn(owner.email, won)]).toEqual([400, ["token"], true]);
  });

  test("can be set for an hour", async () => {
    const [first, second] = [await developer(service), await developer(service)];
    const tokens = [await mailedToken(first.email), await mailedToken(second.email)] as const;

    later = 59 * minute;
    expect((await use(tokens[0])).status).toBe(200);
    later = 61 * minute;
    expect(invalidFieldsOf(await use(tokens[1]))).toEqual(["token"]);
  });

  test("that is weak keeps the link usable", async () => {
    const owner = await developer(service);
    const token = await mailedToken(owner.email);

    for (const weak of ["short", "Password1234", owner.email])
      expect(invalidFieldsOf(await use(token, weak))).toEqual(["password"]);
    expect((await use(token)).status).toBe(200);
  });

  test("has at most three links that work, and none of them ends another, or an administrator's", async () => {
    const [owner, administrator] = [await developer(service), await developer(service, "admin")];
    const given = passwordLink.parse((await administrator.ask("POST", `/accounts/${owner.id}/reset`)).body);
    await send();
    mail.letters.splice(0);
    // Two an hour: the links of the last minutes of an hour work in the next one.
    for (const minutes of [59, 59, 61, 61]) {
      later = Math.floor(Date.now() / hour) * hour + minutes * minute - Date.now();
      await ask({ email: owner.email });
      await send();
    }

    const tokens = lettersTo(owner.email).map(tokenOf);
    expect(new Set(tokens).size).toBe(3);
    for (const token of [...tokens, new URL(given.link).hash.slice(1)])
      expect(invalidFieldsOf(await use(token, "short"))).toEqual(["password"]);
    expect((await use(tokens[0] ?? "")).status).toBe(200);
    for (const token of [...tokens, new URL(given.link).hash.slice(1)])
      expect(invalidFieldsOf(await use(token))).toEqual(["token"]);
  });

  test("leads to no more than ten emails for one address from one client, and 50 requests in all, in 15 minutes", async () => {
    const address = freshAddress();
    const noted = (email?: string) => prisma().resetRequest.count({ where: { address, ...(email ? { email } : {}) } });
    const askMany = async (times: number, emailOf: (time: number) => string) =>
      new Set(
        (await Promise.all(Array.from({ length: times }, (_, time) => ask({ email: emailOf(time) }, address)))).map(
          ({ status, text }) => `${status} ${text}`,
        ),
      );

    expect(await askMany(12, () => "one@example.com")).toHaveProperty("size", 1);
    expect(await noted("one@example.com")).toBe(10);
    expect(await askMany(45, (time) => `many-${time}@example.com`)).toHaveProperty("size", 1);
    expect(await noted()).toBe(50);

    later = 16 * minute;
    await ask({ email: "one@example.com" }, address);
    expect(await noted("one@example.com")).toBe(11);
  });

  test("is asked for in vain by a stranger: the password and the sessions stay until a link is used", async () => {
    const owner = await developer(service);
    await prisma().account.update({ where: { id: owner.id }, data: { password: hashFast("the old horse battery") } });
    await ask({ email: owner.email });
    await send();

    expect([await statusFor(owner), await signsIn(owner.email, "the old horse battery")]).toEqual([200, true]);
  });

  test("has its token in no table once the email is sent", async () => {
    const owner = await developer(service);
    const token = await mailedToken(owner.email);

    const rows = [
      await prisma().letter.findMany(),
      await prisma().mailedLink.findMany(),
      await prisma().resetRequest.findMany(),
    ];
    const text = JSON.stringify(rows, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value));
    expect(text).toContain(owner.email);
    expect(text).not.toContain(token);
  });

  test("that was found again and changed ends the links, and the owner is told", async () => {
    const owner = await developer(service);
    await prisma().account.update({ where: { id: owner.id }, data: { password: hashFast("the old horse battery") } });
    const token = await mailedToken(owner.email);
    const change = { password, current_password: "the old horse battery" };
    expect((await owner.ask("PUT", "/account", change)).status).toBe(200);

    expect(invalidFieldsOf(await use(token))).toEqual(["token"]);
    await send();
    expect((await mail.take(owner.email)).subject).toBe("Your password for Theatre Listings was changed");
  });

  test("that is changed again and again is reported five times a day", async () => {
    const { email } = await developer(service);
    for (let time = 0; time < 7; time += 1)
      await prisma().$transaction((transaction) => queuePasswordChanged(transaction, service.infrastructure, email));
    await send();

    expect(lettersTo(email)).toHaveLength(5);
  });

  test("of an account that another person opened with the address keeps no sign-in of that person", async () => {
    const owner = await developer(service);
    const theirs = { provider: "oidc", subject: owner.id, account_id: owner.id, verified: false };
    await prisma().identity.create({ data: theirs });

    expect((await use(await mailedToken(owner.email))).status).toBe(200);

    expect(await prisma().identity.count({ where: { account_id: owner.id } })).toBe(0);
  });

  test("has no links or emails left when its account is deleted", async () => {
    const owner = await developer(service);
    const token = await mailedToken(owner.email);
    expect((await owner.ask("DELETE", "/account", { email: owner.email })).status).toBe(200);

    expect(invalidFieldsOf(await use(token))).toEqual(["token"]);
    expect(await prisma().letter.count({ where: { to: owner.email } })).toBe(0);
  });

  test.each([
    ["no address", {}, ["email"]],
    ["nonsense as address", { email: "ada" }, ["email"]],
    ["two addresses", { email: "ada@example.com, eve@example.com" }, ["email"]],
    ["a line break", { email: "ada@example.com\r\nBcc: eve@example.com" }, ["email"]],
    ["another field", { email: "ada@example.com", link: "https://eve.example" }, ["link"]],
  ])("asked for with %s is refused with its field", async (_name, body, fields) => {
    const answer = await ask(body);

    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, fields]);
  });
});

describe.each(databaseKinds)("without mail (%s)", (databaseKind) => {
  test("a reset says whom to ask for a link, and notes nothing", async () => {
    const service = await startService(databaseKind);
    const owner = await developer(service);

    const answers = [];
    for (const email of [owner.email, "nobody@example.com"])
      answers.push(await sendJson(service, "POST", "/account/reset", { email }));

    expect(answers).toMatchObject([
      { status: 202, body: { message: "This service sends no email. Ask an administrator for a link." } },
      { status: 202, body: { message: "This service sends no email. Ask an administrator for a link." } },
    ]);
    const { prisma } = service.infrastructure.database;
    expect([await prisma.resetRequest.count(), await prisma.letter.count()]).toEqual([0, 0]);
    await service.close();
  });

  test("an administrator's links say that they are not sent", async () => {
    const service = await startService(databaseKind);
    const administrator = await developer(service, "admin");
    const { id } = await developer(service);

    const invited = await administrator.ask("POST", "/accounts/invitations", {
      email: "ada@example.com",
      role: "editor",
    });
    const reset = await administrator.ask("POST", `/accounts/${id}/reset`);

    expect([invited.body, reset.body]).toMatchObject([{ mailed: false }, { mailed: false }]);
    await service.close();
  });
});
