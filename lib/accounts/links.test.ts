import { Client } from "pg";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { verifyPassword } from "./sign-in/password.ts";
import { passwordLink, pendingInvitation } from "./schema.browser.ts";
import { databaseKinds } from "../../test/databases.ts";
import { actionsOn, developer, invalidFieldsOf, isSignedIn, sendJson, type Developer } from "../../test/developer.ts";
import { hashFast } from "../../test/templates.ts";
import { useMailServer, type ReceivedLetter } from "../../test/mail-server.ts";
import { freshAddress } from "../../test/quota-helpers.ts";
import { highLimits, useService } from "../../test/service.ts";

const password = "a horse with a battery";
const [minute, hour] = [60_000, 3_600_000];
const newEmail = () => `${crypto.randomUUID()}@example.com`;

describe.each(databaseKinds)("a link (%s)", (databaseKind) => {
  let later = 0;
  let admin: Developer;
  const mail = useMailServer();
  const service = useService(databaseKind, () => ({
    isOwn: true,
    settings: { ...mail.settings, ...highLimits },
    now: () => Date.now() + later,
  }));
  beforeAll(async () => {
    admin = await developer(service, "admin");
  });
  beforeEach(() => {
    later = 0;
  });

  const prisma = () => service.infrastructure.database.prisma;
  const post = (path: string, body?: unknown, address = freshAddress()) =>
    sendJson(service, "POST", path, body, { "x-forwarded-for": address });
  const set = (token: unknown, chosen: unknown = password) => post("/account/password", { token, password: chosen });
  const verify = (token: unknown) => post("/account/verify", { token });
  const invite = (body: unknown, who = admin) => who.ask("POST", "/accounts/invitations", body);
  const reset = (id: string) => admin.ask("POST", `/accounts/${id}/reset`);
  const forget = (body: unknown, address?: string) => post("/account/reset", body, address);
  const send = async () => service.infrastructure.letters?.sendDue();
  const accountOf = (email: string) => prisma().account.findUnique({ where: { email } });
  const passwordIs = async (email: string, word: string) =>
    verifyPassword(word, (await accountOf(email))?.password ?? null, "a");
  const tokenIn = ({ body }: { body: unknown }) => new URL(passwordLink.parse(body).link).hash.slice(1);
  const tokenOf = ({ text }: ReceivedLetter) => /#(\S+)$/m.exec(text)?.[1] ?? expect.fail("It has no link.");
  async function nextLetter(email: string): Promise<ReceivedLetter> {
    await send();
    return mail.take(email);
  }
  async function forgotten(email: string): Promise<string> {
    expect((await forget({ email })).status).toBe(202);
    return tokenOf(await nextLetter(email));
  }
  /** An invitation of a new address. */
  async function invited(role = "developer", email = newEmail()) {
    return { email, token: tokenIn(await invite({ email, role })) };
  }
  async function ofAccount(issue: (owner: Developer) => Promise<string>) {
    const owner = await developer(service);
    return { owner, email: owner.email, token: await issue(owner) };
  }
  const verification = async (owner: Developer) => {
    expect((await owner.ask("POST", "/account/verify/letter")).status).toBe(202);
    return tokenOf(await nextLetter(owner.email));
  };

  type Issue = () => Promise<{ email: string; token: string; owner?: Developer }>;
  type Use = (token: string, chosen?: string) => ReturnType<typeof set>;
  describe.each<[kind: string, hours: number, issue: Issue, use: Use]>([
    ["of an invitation", 7 * 24, () => invited(), set],
    ["of an administrator", 24, () => ofAccount(async ({ id }) => tokenIn(await reset(id))), set],
    ["for a forgotten password", 1, () => ofAccount(({ email }) => forgotten(email)), set],
    ["to verify an address", 24, () => ofAccount(verification), verify],
  ])("%s", (_kind, hours, issue, use) => {
    test("works once, also when two requests use it at once", async () => {
      const { email, token } = await issue();
      const chosen = ["the first horse battery", "the second horse battery"] as const;
      const answers = await Promise.all(chosen.map((one) => use(token, one)));

      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      const won = chosen[answers.findIndex(({ status }) => status === 200)] ?? expect.fail("None has won.");
      const again = await use(token, "the third horse battery");
      expect([again.status, invalidFieldsOf(again)]).toEqual([400, ["token"]]);
      if (use === set) expect(await passwordIs(email, won)).toBe(true);
    });

    test(`works for ${hours} hours`, async () => {
      const [first, second] = [await issue(), await issue()];
      later = hours * hour - minute;
      expect((await use(first.token)).status).toBe(200);
      later = hours * hour + minute;
      expect(invalidFieldsOf(await use(second.token))).toEqual(["token"]);
    });

    test("is for its purpose, survives weak passwords, and is in no table once it is sent", async () => {
      const { email, token } = await issue();
      await send();
      expect(invalidFieldsOf(await (use === set ? verify(token) : set(token)))).toEqual(["token"]);
      for (const weak of use === set ? ["short", "Password1234", email] : [])
        expect(invalidFieldsOf(await use(token, weak))).toEqual(["password"]);
      const tables = ["letters", "password_links", "mailed_links", "reset_requests"];
      const rows = tables.map((table) =>
        service.infrastructure.database.query(`SELECT row_to_json(t)::text FROM ${table} AS t`, []),
      );
      const stored = JSON.stringify(await Promise.all(rows));
      expect([stored.includes(email), stored.includes(token)]).toEqual([true, false]);

      expect((await use(token)).status).toBe(200);
    });

    test("ends with its account", async () => {
      const { owner, email, token } = await issue();
      if (owner) expect((await owner.ask("DELETE", "/account", { email })).status).toBe(200);
      // An invitation does not take over an account that its address has got meanwhile.
      else await prisma().account.create({ data: { id: email, email } });

      expect((await use(token)).status).toBe(owner ? 400 : 409);
      expect(await accountOf(email)).toEqual(
        owner ? null : expect.objectContaining({ role: "developer", password: null }),
      );
      if (owner) expect(await prisma().letter.count({ where: { to: email } })).toBe(0);
    });
  });

  test("of an administrator is mailed too, and ends when its administrator is demoted or blocked", async () => {
    for (const change of [{ role: "editor" }, { blocked: true }]) {
      const [former, email] = [await developer(service, "admin"), newEmail()];
      const answer = await invite({ email, role: "admin" }, former);
      const letter = await nextLetter(email);
      expect([answer.status, answer.headers.get("cache-control"), letter.subject, answer.body]).toEqual([
        ...[201, "no-store", "Your invitation to Theatre Listings"],
        expect.objectContaining({ email, mailed: true }),
      ]);
      expect(letter.text).toContain(`\n${passwordLink.parse(answer.body).link}\n`);
      expect((await admin.ask("PUT", `/accounts/${former.id}`, change)).status).toBe(200);
      expect(invalidFieldsOf(await set(tokenIn(answer)))).toEqual(["token"]);
    }
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ["an unknown token", { token: "x".repeat(43) }, ["token"]],
    ["a token that is too long", { token: "x".repeat(201) }, ["token"]],
    ["no token", {}, ["token"]],
    ["another field", { token: "x".repeat(43), role: "admin" }, ["role"]],
  ])("with %s is refused with its field", async (_name, body, fields) => {
    const answers = [await post("/account/verify", body), await post("/account/password", { ...body, password })];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect([...new Set(invalidFieldsOf(answer))]).toEqual(expect.arrayContaining(fields));
    }
    expect(invalidFieldsOf(await post("/account/password", body))).toContain("password");
    const paths = ["account/verify", "account/password", "account/link", `accounts/${admin.id}/reset`];
    for (const path of [...paths, "accounts/invitations"])
      expect(invalidFieldsOf(await admin.ask("POST", `/${path}?x=1`, body))).toEqual(["x"]);
  });

  describe("of an invitation", () => {
    const withdraw = (id = "") => admin.ask("DELETE", `/invitations/${id}`);
    const pending = async (email: string) =>
      pendingInvitation
        .array()
        .parse((await admin.ask("GET", "/accounts/invitations")).body)
        .filter((invitation) => invitation.email === email);

    test("says what it is for, is listed until it is used, and makes an account with the role and a name", async () => {
      const email = newEmail();
      const answer = await invite({ email: ` ${email.toUpperCase()} `, role: "editor" });
      const token = tokenIn(answer);
      expect(await accountOf(email)).toBeNull();
      const [invitation] = await pending(email);
      expect(invitation).toEqual({
        ...{ id: expect.any(String), email, role: "editor", invited_by: { id: admin.id, name: admin.email } },
        expires_at: passwordLink.parse(answer.body).expires_at,
      });
      const said = { email, role: "editor", invited_by: expect.any(String) };
      expect(await post("/account/link", { token })).toMatchObject({ status: 200, body: said });

      const used = await post("/account/password", { token, password, name: " Grace Wing " });
      const made = { id: invitation?.id, email, name: "Grace Wing", role: "editor", blocked: false };
      expect(used).toMatchObject({ status: 200, body: made });
      expect([(await accountOf(email))?.verified, await passwordIs(email, password)]).toEqual([true, true]);
      expect(invalidFieldsOf(await post("/account/link", { token }))).toEqual(["token"]);
      expect(await actionsOn(service, made.id ?? "")).toEqual(["invited", "password-changed"]);
      // A reset link is no invitation, and changes no name.
      const again = tokenIn(await reset(made.id ?? ""));
      expect((await post("/account/link", { token: again })).body).toMatchObject({ email, role: null });
      await post("/account/password", { token: again, password, name: "Another" });
      expect([(await accountOf(email))?.name, await pending(email)]).toEqual(["Grace Wing", []]);
      expect((await invite({ email, role: "editor" })).status).toBe(409);
    });

    test("ends when a newer one is made, when it is withdrawn, and is no longer listed when it has expired", async () => {
      const [first, email] = [await invited("admin"), newEmail()];
      const second = await invited("developer", first.email);
      expect(invalidFieldsOf(await set(first.token))).toEqual(["token"]);
      expect(await set(second.token)).toMatchObject({ status: 200, body: { role: "developer" } });

      const { token } = await invited("admin", email);
      const [invitation] = await pending(email);
      const all = await Promise.all([withdraw(invitation?.id), withdraw(invitation?.id)]);
      expect(all.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      expect(all.find(({ status }) => status === 200)?.body).toEqual(invitation);
      expect(invalidFieldsOf(await set(token))).toEqual(["token"]);
      for (const unknown of [invitation?.id, "nothing", "%00"]) expect((await withdraw(unknown)).status).toBe(404);
      expect(await actionsOn(service, invitation?.id ?? "")).toEqual(["invited", "invited"]);

      await invited("developer", email);
      await prisma().passwordLink.update({ where: { email }, data: { expires_at: new Date(Date.now() - 1_000) } });
      expect(await pending(email)).toEqual([]);
    });

    test("is either used or withdrawn, when both are tried at once", async () => {
      for (let round = 0; round < 3; round += 1) {
        const { email, token } = await invited();
        const [invitation] = await pending(email);
        const [used, withdrawn] = await Promise.all([set(token), withdraw(invitation?.id)]);
        const isOpen = (await accountOf(email)) !== null;
        expect([used.status, withdrawn.status]).toEqual(isOpen ? [200, 404] : [400, 200]);
      }
    });
  });

  test("of an administrator changes the password, ends all sessions, forgets failed sign-ins, and lifts no block", async () => {
    const { id, email, cookie } = await developer(service);
    await prisma().signInFailure.create({ data: { email, address: "192.0.2.1", at: new Date() } });
    const token = tokenIn(await reset(id));
    expect(await isSignedIn(service, cookie)).toBe(true);

    expect(await set(token)).toMatchObject({ status: 200, body: { id, email } });

    expect([await isSignedIn(service, cookie), await passwordIs(email, password)]).toEqual([false, true]);
    expect(await prisma().signInFailure.count({ where: { email } })).toBe(0);
    const where = { account_id: id, action: "password-reset" };
    const entries = await prisma().securityLogEntry.findMany({ where, orderBy: { id: "asc" } });
    expect(entries.map(({ by_account_id, detail }) => [by_account_id, detail])).toEqual([
      [admin.id, { link: "created" }],
      [id, { link: "used" }],
    ]);
    await prisma().account.update({ where: { id }, data: { blocked: true } });
    expect(await set(tokenIn(await reset(id)))).toMatchObject({ status: 200, body: { blocked: true } });
    for (const unknown of ["unknown", "%00"]) expect((await reset(unknown)).status).toBe(404);
  });

  describe("for a forgotten password", () => {
    test("ends all sessions, verifies the address, keeps no unproven sign-in, and the owner is told", async () => {
      const owner = await developer(service);
      const theirs = { provider: "oidc", subject: owner.id, account_id: owner.id, verified: false };
      await prisma().identity.create({ data: theirs });
      await prisma().account.update({ where: { id: owner.id }, data: { password: hashFast("the old horse battery") } });
      const token = await forgotten(owner.email);
      // A stranger may have asked: nothing changes until it is used.
      expect([await isSignedIn(service, owner.cookie), await passwordIs(owner.email, "the old horse battery")]).toEqual(
        [true, true],
      );

      expect(await set(token)).toMatchObject({ status: 200, body: { id: owner.id, email: owner.email } });

      expect(await isSignedIn(service, owner.cookie)).toBe(false);
      expect(await accountOf(owner.email)).toMatchObject({ verified: true });
      expect(await prisma().identity.count({ where: { account_id: owner.id } })).toBe(0);
      expect(await actionsOn(service, owner.id)).toEqual(["sign-in", "address-verified", "password-reset"]);
      expect((await nextLetter(owner.email)).subject).toBe("Your password for Theatre Listings was changed");
    });

    test("is asked for with the same response and statements for every address, and sent only to an account that is not blocked", async () => {
      const [owner, blocked] = [await developer(service), await developer(service)];
      await prisma().account.update({ where: { id: blocked.id }, data: { blocked: true } });
      const emails = [owner.email.toUpperCase(), blocked.email, newEmail()];
      const statements = vi.spyOn(Client.prototype, "query");
      const seen = [];
      for (const email of [newEmail(), ...emails]) {
        statements.mockClear();
        const { status, text, headers } = await forget({ email });
        const texts = statements.mock.calls.map(([one]: unknown[]) =>
          typeof one === "string" ? one : (one as { text: string }).text,
        );
        // Timers count requests and look for changes meanwhile.
        const sent = texts.filter((one) => /account|letter|reset_request/.test(one));
        // The rate limit has the seconds that remain.
        const heads = [...headers].filter(([name]) => !/^(date|ratelimit|x-request-id)$/.test(name));
        seen.push(JSON.stringify([status, text, heads, sent]));
      }
      statements.mockRestore();
      await send();

      expect(seen[1]).toMatch(databaseKind === "server" ? /^\[202.*no-store.*reset_requests/ : /^\[202.*no-store/);
      expect(new Set(seen.slice(1)).size).toBe(1);
      const lettersTo = (email: string) => mail.letters.filter(({ recipients }) => recipients.includes(email)).length;
      expect(emails.map((email) => lettersTo(email.toLowerCase()))).toEqual([1, 0, 0]);
    });

    test("is one of at most three that work; using one, or another change of the password, ends the others and an administrator's", async () => {
      const owner = await developer(service);
      const given = tokenIn(await reset(owner.id));
      await nextLetter(owner.email);
      // Two an hour: the links of the last minutes of an hour work in the next one.
      const tokens: string[] = [];
      for (const minutes of [59, 59, 61, 61]) {
        later = Math.floor(Date.now() / hour) * hour + minutes * minute - Date.now();
        await forget({ email: owner.email });
        await send();
      }
      const sent = mail.letters.filter(({ recipients }) => recipients.includes(owner.email));
      tokens.push(...sent.map(tokenOf).filter((token) => token !== given), given);
      expect(new Set(tokens).size).toBe(4);
      for (const token of tokens) expect(invalidFieldsOf(await set(token, "short"))).toEqual(["password"]);

      expect((await set(tokens[0])).status).toBe(200);
      for (const token of tokens) expect(invalidFieldsOf(await set(token))).toEqual(["token"]);

      const other = await ofAccount(({ email }) => forgotten(email));
      await prisma().account.update({ where: { id: other.owner.id }, data: { password: hashFast(password) } });
      const change = { password: "another horse battery", current_password: password };
      expect((await other.owner.ask("PUT", "/account", change)).status).toBe(200);
      expect(invalidFieldsOf(await set(other.token))).toEqual(["token"]);
    });

    test("is asked for at most ten times for one address and 50 times in all by one client in 15 minutes", async () => {
      const [address, email] = [freshAddress(), newEmail()];
      const noted = (one?: string) =>
        prisma().resetRequest.count({ where: { address, ...(one ? { email: one } : {}) } });
      const askMany = async (times: number, emailOf: () => string) => {
        const answers = Array.from({ length: times }, () => forget({ email: emailOf() }, address));
        return new Set((await Promise.all(answers)).map(({ status, text }) => `${status} ${text}`)).size;
      };

      expect([await askMany(12, () => email), await noted(email)]).toEqual([1, 10]);
      expect([await askMany(45, newEmail), await noted()]).toEqual([1, 50]);
      later = 16 * minute;
      await forget({ email }, address);
      expect(await noted(email)).toBe(11);
    });
  });

  test.each([
    ["for a forgotten password", { email: "ada" }, "email"],
    ["for a forgotten password", { email: "ada@example.com, eve@example.com" }, "email"],
    ["for a forgotten password", { email: "ada@example.com\r\nBcc: eve@example.com" }, "email"],
    ["for a forgotten password", { email: "ada@example.com", link: "https://eve.example" }, "link"],
    ["of an invitation", { role: "editor" }, "email"],
    ["of an invitation", { email: "ada@example.com" }, "role"],
    ["of an invitation", { email: "ada@example.com", role: "owner" }, "role"],
  ])("%s that is asked for with %j is refused with its field", async (kind, body, field) => {
    const answer = await (kind === "of an invitation" ? invite(body) : forget(body));
    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, [field]]);
  });

  test("to verify an address comes with a sign-up and on request, works by POST only, and using one ends the others", async () => {
    const email = newEmail();
    expect((await post("/accounts", { email, password })).status).toBe(201);
    const token = tokenOf(await nextLetter(email));
    expect((await sendJson(service, "GET", `/account/verify?token=${token}`)).status).toBe(405);
    expect((await accountOf(email))?.verified).toBe(false);
    expect(await verify(token)).toMatchObject({ status: 200, body: { email } });
    expect((await accountOf(email))?.verified).toBe(true);

    const owner = await developer(service);
    const tokens = [await verification(owner), await verification(owner)];
    expect((await owner.ask("GET", "/account")).body).toMatchObject({ verified: false });
    expect((await verify(tokens[0])).status).toBe(200);
    expect(invalidFieldsOf(await verify(tokens[1]))).toEqual(["token"]);
    expect((await owner.ask("GET", "/account")).body).toMatchObject({ verified: true });
    expect(await actionsOn(service, owner.id)).toEqual(["sign-in", "address-verified"]);
    const again = await owner.ask("POST", "/account/verify/letter");
    expect(again).toMatchObject({ status: 409, body: { message: "This address is verified already." } });
  });
});

describe.each(databaseKinds)("without mail (%s)", (databaseKind) => {
  const service = useService(databaseKind);

  test("who forgot a password is told whom to ask, an administrator that links are not sent, and nothing is queued", async () => {
    const [owner, administrator, email] = [await developer(service), await developer(service, "admin"), newEmail()];
    const told = { status: 202, body: { message: "This service sends no email. Ask an administrator for a link." } };
    for (const one of [owner.email, email])
      expect(await sendJson(service, "POST", "/account/reset", { email: one })).toMatchObject(told);
    for (const [path, body] of [
      ["/accounts/invitations", { email, role: "editor" }],
      [`/accounts/${owner.id}/reset`, undefined],
    ] as const)
      expect(await administrator.ask("POST", path, body)).toMatchObject({ status: 201, body: { mailed: false } });
    expect(await owner.ask("POST", "/account/verify/letter")).toMatchObject({
      status: 409,
      body: { message: "This service sends no email." },
    });
    const { letter, resetRequest, mailedLink } = service.infrastructure.database.prisma;
    const emails = { in: [owner.email, email] };
    expect([
      await letter.count({ where: { to: emails } }),
      await resetRequest.count({ where: { email: emails } }),
      await mailedLink.count({ where: { account_id: owner.id } }),
    ]).toEqual([0, 0, 0]);
  });
});
