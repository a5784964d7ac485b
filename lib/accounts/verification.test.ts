import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { databaseKinds } from "../../test/databases.ts";
import { developer, invalidFieldsOf, sendJson } from "../../test/developer.ts";
import { useMailServer, type ReceivedLetter } from "../../test/mail-server.ts";
import { behindProxy, freshAddress } from "../../test/quota-helpers.ts";
import { startService, useService } from "../../test/service.ts";
import { passwordLink } from "./schema.browser.ts";

const password = "a horse with a battery";
const hour = 3_600_000;

describe.each(databaseKinds)("an email address (%s)", (databaseKind) => {
  let later = 0;

  const mail = useMailServer();
  const service = useService(databaseKind, () => ({
    settings: { ...mail.settings, ...behindProxy, ACCOUNT_DAILY_LIMIT: "1000000" },
    now: () => Date.now() + later,
  }));
  beforeEach(() => {
    later = 0;
  });

  const prisma = () => service.infrastructure.database.prisma;
  const newEmail = () => `${randomUUID()}@example.com`;
  const post = (path: string, body: unknown) =>
    sendJson(service, "POST", path, body, { "x-forwarded-for": freshAddress() });
  const verify = (token: string) => post("/account/verify", { token });
  const tokenOf = ({ text }: ReceivedLetter) =>
    /^http:\/\/listings\.example\/verify-email#(\S+)$/m.exec(text)?.[1] ?? "none";
  const isVerified = async (email: string) => (await prisma().account.findUnique({ where: { email } }))?.verified;
  async function nextLetter(email: string): Promise<ReceivedLetter> {
    await service.infrastructure.letters?.sendDue();
    return mail.take(email);
  }
  /** Signs up. */
  async function newcomer(email = newEmail()): Promise<{ email: string; token: string }> {
    expect((await post("/accounts", { email, password })).status).toBe(201);
    return { email, token: tokenOf(await nextLetter(email)) };
  }

  test("of a new account is verified by the link of an email, and only then", async () => {
    const { email, token } = await newcomer();
    expect(await isVerified(email)).toBe(false);
    expect((await sendJson(service, "GET", `/account/verify?token=${token}`)).status).toBe(405);
    expect(await isVerified(email)).toBe(false);

    const answer = await verify(token);

    expect(answer).toMatchObject({ status: 200, body: { email } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await isVerified(email)).toBe(true);
  });

  test("is shown to its owner as verified or not", async () => {
    const owner = await developer(service);
    const shown = async () => (await owner.ask("GET", "/account")).body;
    expect(await shown()).toMatchObject({ verified: false });
    await owner.ask("POST", "/account/verify/letter");

    await verify(tokenOf(await nextLetter(owner.email)));

    expect(await shown()).toMatchObject({ verified: true });
    const events = await prisma().securityLogEntry.findMany({
      where: { account_id: owner.id },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ action }) => action)).toEqual(["sign-in", "address-verified"]);
  });

  test("is verified once by a link, also when two requests use it at once", async () => {
    const { token } = await newcomer();

    const answers = await Promise.all([verify(token), verify(token)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const again = await verify(token);
    expect([again.status, invalidFieldsOf(again)]).toEqual([400, ["token"]]);
  });

  test("can be verified for a day", async () => {
    const [first, second] = [await newcomer(), await newcomer()];

    later = 23 * hour;
    expect((await verify(first.token)).status).toBe(200);
    later = 25 * hour;
    expect(invalidFieldsOf(await verify(second.token))).toEqual(["token"]);
    expect(await isVerified(second.email)).toBe(false);
  });

  test("has links for one purpose each: none sets a password that was mailed to verify, nor the reverse", async () => {
    const { email, token } = await newcomer();
    expect(invalidFieldsOf(await post("/account/password", { token, password }))).toEqual(["token"]);
    await post("/account/reset", { email });
    const reset = /#(\S+)$/m.exec((await nextLetter(email)).text)?.[1] ?? "";

    expect(invalidFieldsOf(await verify(reset))).toEqual(["token"]);
    expect((await verify(token)).status).toBe(200);
  });

  test("has another email sent to it; using one link ends the others", async () => {
    const owner = await developer(service);
    const ask = () => owner.ask("POST", "/account/verify/letter");
    const tokens: string[] = [];
    while (tokens.length < 2) {
      expect((await ask()).status).toBe(202);
      tokens.push(tokenOf(await nextLetter(owner.email)));
    }

    expect((await verify(tokens[0] ?? "")).status).toBe(200);

    expect(invalidFieldsOf(await verify(tokens[1] ?? ""))).toEqual(["token"]);
    expect(await ask()).toMatchObject({ status: 409, body: { message: "This address is verified already." } });
  });

  test.each([
    ["an unknown token", { token: "x".repeat(43) }, ["token"]],
    ["an empty token", { token: "" }, ["token"]],
    ["a token with a NUL", { token: "\0" }, ["token"]],
    ["a token that is too long", { token: "x".repeat(201) }, ["token"]],
    ["no token", {}, ["token"]],
    ["another field", { token: "x", email: "ada@example.com" }, ["email"]],
  ])("is not verified by %s", async (_name, body, fields) => {
    const answer = await post("/account/verify", body);

    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, fields]);
  });

  test("that is invited gets the link that the administrator sees", async () => {
    const administrator = await developer(service, "admin");
    const email = newEmail();
    const invited = await administrator.ask("POST", "/accounts/invitations", { email, role: "editor" });
    const { link, mailed } = passwordLink.parse(invited.body);

    const letter = await nextLetter(email);

    expect([letter.subject, mailed]).toEqual(["Your invitation to Theatre Listings", true]);
    expect(letter.text).toContain(`\n${link}\n`);
    const used = await post("/account/password", { token: new URL(link).hash.slice(1), password });
    expect(used).toMatchObject({ status: 200, body: { email, role: "editor" } });
  });

  test("whose owner forgot the password gets the link that an administrator creates", async () => {
    const [administrator, owner] = [await developer(service, "admin"), await developer(service)];
    const created = await administrator.ask("POST", `/accounts/${owner.id}/reset`);
    const { link } = passwordLink.parse(created.body);

    const letter = await nextLetter(owner.email);

    expect(letter.subject).toBe("Set a new password for Theatre Listings");
    expect(letter.text).toContain(`\n${link}\n`);
  });
});

describe.each(databaseKinds)("without mail (%s)", (databaseKind) => {
  test("an address is not verified, and nothing is queued", async () => {
    const service = await startService(databaseKind);
    const owner = await developer(service);

    expect((await sendJson(service, "POST", "/accounts", { email: "ada@example.com", password })).status).toBe(201);
    expect(await owner.ask("POST", "/account/verify/letter")).toMatchObject({
      status: 409,
      body: { message: "This service sends no email." },
    });

    const { prisma } = service.infrastructure.database;
    expect([await prisma.letter.count(), await prisma.mailedLink.count()]).toEqual([0, 0]);
    await service.close();
  });
});
