import { beforeAll, describe, expect, test } from "vitest";
import { databaseKinds } from "../../test/databases.ts";
import { invalidFieldsOf } from "../../test/developer.ts";
import { useService } from "../../test/service.ts";
import { signedInAccount } from "../../test/signed-in.ts";
import { verifyPassword } from "./sign-in/password.ts";
import { passwordLink, pendingInvitation } from "./schema.browser.ts";

const password = "a horse with a battery";
const hour = 3_600_000;

describe.each(databaseKinds)("links for a password (%s)", (databaseKind) => {
  let admin: Awaited<ReturnType<typeof signedInAccount>>;
  let later = 0;

  const settings = { PUBLIC_DAILY_LIMIT: "1000000", ACCOUNT_DAILY_LIMIT: "1000000", ALLOW_SIGNUP: "false" };
  const service = useService(databaseKind, { settings, now: () => Date.now() + later });
  beforeAll(async () => {
    admin = await signedInAccount(service, "admin");
  });

  async function send(path: string, body?: unknown, cookie?: string) {
    const response = await service.get(`/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  }
  const newEmail = () => `${crypto.randomUUID()}@example.com`;
  const invite = (body: unknown) => send("accounts/invitations", body, admin.cookie);
  const reset = (id: string) => send(`accounts/${id}/reset`, undefined, admin.cookie);
  const tokenOf = ({ body }: { body: unknown }) => new URL(passwordLink.parse(body).link).hash.slice(1);
  const use = (token: unknown, chosen = password) => send("account/password", { token, password: chosen });
  const prisma = () => service.infrastructure.database.prisma;
  const accountOf = (email: string) => prisma().account.findUnique({ where: { email } });
  const actionsOn = async (account_id: string) =>
    (await prisma().securityLogEntry.findMany({ where: { account_id }, orderBy: { id: "asc" } })).map(
      ({ action }) => action,
    );
  const member = () => signedInAccount(service, "editor");
  const signedInStatus = async (cookie: string) => (await service.get("/api/account", { headers: { cookie } })).status;

  test("a link says what it is for, and a name given with it is that of the invited account", async () => {
    const email = newEmail();
    const token = tokenOf(await invite({ email, role: "editor" }));
    const { name } = await prisma().account.findUniqueOrThrow({ where: { id: admin.id } });

    expect(await send("account/link", { token })).toMatchObject({
      status: 200,
      body: { email, role: "editor", invited_by: name ?? expect.any(String) },
    });
    const used = await send("account/password", { token, password, name: " Grace Wing " });
    expect(used).toMatchObject({ status: 200, body: { name: "Grace Wing" } });
    expect(invalidFieldsOf(await send("account/link", { token }))).toEqual(["token"]);

    const again = tokenOf(await reset((await accountOf(email))?.id ?? ""));
    expect((await send("account/link", { token: again })).body).toMatchObject({ email, role: null });
    await send("account/password", { token: again, password, name: "Another" });
    expect(await accountOf(email)).toMatchObject({ name: "Grace Wing" });
  });

  test("an invited person sets a password, and has an account with the role from then on", async () => {
    const email = newEmail();
    const invited = await invite({ email: ` ${email.toUpperCase()} `, role: "editor" });

    expect(invited).toMatchObject({ status: 201, body: { email } });
    expect(invited.headers.get("cache-control")).toBe("no-store");
    expect(await accountOf(email)).toBeNull();

    const used = await use(tokenOf(invited));

    expect(used).toMatchObject({ status: 200, body: { email, role: "editor", blocked: false } });
    const account = await accountOf(email);
    expect(account).toMatchObject({ role: "editor", verified: true });
    expect(await verifyPassword(password, account?.password ?? null, "a")).toBe(true);
    expect(await actionsOn(account?.id ?? "")).toEqual(["invited", "password-changed"]);
  });

  test("the token is not in the database", async () => {
    const token = tokenOf(await invite({ email: newEmail(), role: "developer" }));

    expect(JSON.stringify(await prisma().passwordLink.findMany())).not.toContain(token);
  });

  test("a reset link changes the password once, ends all sessions, and forgets failed sign-ins", async () => {
    const { id, email, cookie } = await member();
    await prisma().signInFailure.create({ data: { email, address: "192.0.2.1", at: new Date() } });
    const token = tokenOf(await reset(id));
    expect(await signedInStatus(cookie)).toBe(200);

    expect(await use(token)).toMatchObject({ status: 200, body: { id, email } });

    expect(await signedInStatus(cookie)).toBe(401);
    expect(await verifyPassword(password, (await accountOf(email))?.password ?? null, "a")).toBe(true);
    expect(await prisma().signInFailure.count({ where: { email } })).toBe(0);
    expect(await actionsOn(id)).toContain("password-reset");
    expect(invalidFieldsOf(await use(token, "another horse battery"))).toEqual(["token"]);
    expect(await verifyPassword(password, (await accountOf(email))?.password ?? null, "a")).toBe(true);
  });

  test.each([
    ["an invitation", async () => invite({ email: newEmail(), role: "developer" })],
    ["a reset", async () => reset((await member()).id)],
  ])("of two uses of one link of %s at once, one sets its password and the other is refused", async (_name, issue) => {
    const issued = await issue();
    const token = tokenOf(issued);
    const { email } = passwordLink.parse(issued.body);
    const chosen = ["the first horse battery", "the second horse battery"];

    const answers = await Promise.all(chosen.map((one) => use(token, one)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const won = chosen[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect(await verifyPassword(won, (await accountOf(email))?.password ?? null, "a")).toBe(true);
  });

  test.each([
    ["an invitation", 7 * 24, async () => invite({ email: newEmail(), role: "developer" })],
    ["a reset", 24, async () => reset((await member()).id)],
  ])("%s works for %s hours", async (_name, hours, issue) => {
    const [first, second] = [tokenOf(await issue()), tokenOf(await issue())];
    later = hours * hour - 60_000;
    const inTime = await use(first);
    later = hours * hour + 60_000;
    const tooLate = await use(second);
    later = 0;

    expect(inTime.status).toBe(200);
    expect([tooLate.status, invalidFieldsOf(tooLate)]).toEqual([400, ["token"]]);
  });

  test("a new link replaces the earlier one", async () => {
    const email = newEmail();
    const first = tokenOf(await invite({ email, role: "admin" }));
    const second = tokenOf(await invite({ email, role: "developer" }));

    expect(invalidFieldsOf(await use(first))).toEqual(["token"]);
    expect(await use(second)).toMatchObject({ status: 200, body: { role: "developer" } });
  });

  test("an address that has an account can't be invited, and an invitation does not take over its account", async () => {
    const email = newEmail();
    const token = tokenOf(await invite({ email, role: "admin" }));
    await prisma().account.create({ data: { id: email, email, role: "developer" } });

    expect((await invite({ email, role: "editor" })).status).toBe(409);
    expect((await use(token)).status).toBe(409);
    expect(await accountOf(email)).toMatchObject({ role: "developer", password: null });
  });

  test("a weak password keeps the link usable", async () => {
    const email = newEmail();
    const token = tokenOf(await invite({ email, role: "developer" }));

    for (const weak of ["short", "Password1234", email]) {
      const refused = await use(token, weak);
      expect([refused.status, invalidFieldsOf(refused)]).toEqual([400, ["password"]]);
    }
    expect((await use(token)).status).toBe(200);
  });

  test.each([
    ["an unknown token", { token: "x".repeat(43), password }, ["token"]],
    ["an empty token", { token: "", password }, ["token"]],
    ["a token with a NUL", { token: "\0", password }, ["token"]],
    ["a token that is too long", { token: "x".repeat(201), password }, ["token"]],
    ["no token", { password }, ["token"]],
    ["a number", { token: 5, password }, ["token"]],
    ["no password", { token: "x" }, ["password", "token"]],
    ["another field", { token: "x", password, role: "admin" }, ["role", "token"]],
  ])("%s is refused with its field", async (_name, body, fields) => {
    const answer = await send("account/password", body);

    expect([answer.status, [...new Set(invalidFieldsOf(answer))].toSorted()]).toEqual([400, fields]);
  });

  test.each([
    ["no address", { role: "editor" }, ["email"]],
    ["nonsense as address", { email: "ada", role: "editor" }, ["email"]],
    ["no role", { email: "ada@example.com" }, ["role"]],
    ["an unknown role", { email: "ada@example.com", role: "owner" }, ["role"]],
  ])("an invitation with %s is refused with its field", async (_name, body, fields) => {
    const answer = await invite(body);

    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, fields]);
  });

  test("an unknown account gets no reset link", async () => {
    expect((await reset("nobody")).status).toBe(404);
    expect((await reset("%00")).status).toBe(404);
  });

  test("links end when the administrator who created them is demoted or blocked", async () => {
    for (const change of [{ role: "editor" }, { blocked: true }]) {
      const former = await signedInAccount(service, "admin");
      const invited = await send("accounts/invitations", { email: newEmail(), role: "admin" }, former.cookie);
      const answer = await service.get(`/api/accounts/${former.id}`, {
        method: "PUT",
        headers: { cookie: admin.cookie, "content-type": "application/json" },
        body: JSON.stringify(change),
      });

      expect(answer.status).toBe(200);
      expect(invalidFieldsOf(await use(tokenOf(invited)))).toEqual(["token"]);
    }
  });

  const withdraw = async (id: string, cookie = admin.cookie) => {
    const response = await service.get(`/api/invitations/${id}`, { method: "DELETE", headers: { cookie } });
    return { status: response.status, body: await response.json() };
  };
  async function pending(email: string) {
    const response = await service.get("/api/accounts/invitations", { headers: { cookie: admin.cookie } });
    return pendingInvitation
      .array()
      .parse(await response.json())
      .filter((invitation) => invitation.email === email);
  }

  test("a pending invitation is listed without its link until it is used", async () => {
    const email = newEmail();
    const invited = await invite({ email, role: "editor" });
    const token = tokenOf(invited);

    const [invitation] = await pending(email);

    expect(invitation).toEqual({
      id: expect.any(String),
      email,
      role: "editor",
      invited_by: { id: admin.id, name: admin.email },
      expires_at: passwordLink.parse(invited.body).expires_at,
    });
    expect(await use(token)).toMatchObject({ status: 200, body: { id: invitation?.id } });
    expect(await pending(email)).toEqual([]);
    // A reset link is no invitation.
    await reset(invitation?.id ?? "");
    expect(await pending(email)).toEqual([]);
  });

  test("a withdrawn invitation can't be used, and a new one can", async () => {
    const email = newEmail();
    const token = tokenOf(await invite({ email, role: "admin" }));
    const [invitation] = await pending(email);
    const id = invitation?.id ?? "";

    expect(await withdraw(id)).toEqual({ status: 200, body: invitation });

    expect(invalidFieldsOf(await use(token))).toEqual(["token"]);
    for (const unknown of [id, "nothing", "%00"]) expect((await withdraw(unknown)).status).toBe(404);
    expect(await actionsOn(id)).toEqual(["invited", "invited"]);
    const again = tokenOf(await invite({ email, role: "developer" }));
    expect((await withdraw(id)).status).toBe(404);
    expect(await use(again)).toMatchObject({ status: 200, body: { role: "developer" } });
  });

  test("of a use and a withdrawal at once, one succeeds", async () => {
    for (let round = 0; round < 3; round += 1) {
      const email = newEmail();
      const token = tokenOf(await invite({ email, role: "developer" }));
      const [invitation] = await pending(email);

      const [used, withdrawn] = await Promise.all([use(token), withdraw(invitation?.id ?? "")]);

      const isOpen = (await accountOf(email)) !== null;
      expect([used.status, withdrawn.status]).toEqual(isOpen ? [200, 404] : [400, 200]);
    }
  });

  test("of two withdrawals at once, one succeeds", async () => {
    const email = newEmail();
    await invite({ email, role: "developer" });
    const id = (await pending(email))[0]?.id ?? "";

    const answers = await Promise.all([withdraw(id), withdraw(id), withdraw(id)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(await actionsOn(id)).toEqual(["invited", "invited"]);
  });

  test("an invitation that has expired is no longer listed", async () => {
    const email = newEmail();
    await invite({ email, role: "developer" });
    expect(await pending(email)).toHaveLength(1);

    await prisma().passwordLink.update({ where: { email }, data: { expires_at: new Date(Date.now() - 1_000) } });

    expect(await pending(email)).toEqual([]);
  });

  test("a reset link is in the security log when it is created and when it is used", async () => {
    const { id } = await member();
    await use(tokenOf(await reset(id)));

    const entries = await prisma().securityLogEntry.findMany({
      where: { account_id: id, action: "password-reset" },
      orderBy: { id: "asc" },
    });

    expect(entries.map(({ by_account_id, detail }) => [by_account_id, detail])).toEqual([
      [admin.id, { link: "created" }],
      [id, { link: "used" }],
    ]);
  });

  test("a link ends with its account, and a blocked account stays blocked", async () => {
    const { id, email } = await member();
    const token = tokenOf(await reset(id));
    await prisma().account.update({ where: { id }, data: { blocked: true } });
    expect(await use(token)).toMatchObject({ status: 200, body: { blocked: true } });

    const gone = await member();
    const dead = tokenOf(await reset(gone.id));
    await service.get("/api/account", {
      method: "DELETE",
      headers: { cookie: gone.cookie, "content-type": "application/json" },
      body: JSON.stringify({ email: gone.email }),
    });
    expect(await accountOf(email)).not.toBeNull();
    expect(invalidFieldsOf(await use(dead))).toEqual(["token"]);
  });
});
