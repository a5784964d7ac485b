import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseKinds } from "../testing/databases.ts";
import { invalidFieldsOf } from "../testing/developer.ts";
import { startService, type TestService } from "../testing/service.ts";
import { signedInAccount } from "../testing/signed-in.ts";
import { verifyPassword } from "../auth/password.ts";
import { passwordLink } from "./schema.ts";

const password = "a horse with a battery";
const hour = 3_600_000;

describe.each(databaseKinds)("links for a password (%s)", (databaseKind) => {
  let service: TestService;
  let admin: Awaited<ReturnType<typeof signedInAccount>>;
  let later = 0;

  beforeAll(async () => {
    const settings = { PUBLIC_DAILY_LIMIT: "1000000", ACCOUNT_DAILY_LIMIT: "1000000", ALLOW_SIGNUP: "false" };
    service = await startService(databaseKind, { settings, now: () => Date.now() + later });
    admin = await signedInAccount(service, "admin");
  });
  afterAll(() => service.close());

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

  test("of two uses of one link at once, one sets its password and the other is refused", async () => {
    const { id, email } = await member();
    const token = tokenOf(await reset(id));
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

  test("only administrators invite and create reset links", async () => {
    const { id, cookie } = await member();

    expect((await send("accounts/invitations", { email: newEmail(), role: "admin" }, cookie)).status).toBe(403);
    expect((await send(`accounts/${id}/reset`, undefined, cookie)).status).toBe(403);
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
