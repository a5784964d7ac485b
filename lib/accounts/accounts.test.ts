import { beforeAll, describe, expect, test } from "vitest";
import { linkExternalAccount } from "./next-auth/link-external-account.ts";
import { fastestDatabase, databaseKinds } from "../../test/databases.ts";
import { startService, useService } from "../../test/service.ts";
import { signedInAccount } from "../../test/signed-in.ts";
import { accountRecord, managedAccount } from "./schema.browser.ts";

const highLimits = { PUBLIC_DAILY_LIMIT: "1000000", ACCOUNT_DAILY_LIMIT: "1000000" };
const password = "correct horse battery";

describe.each(databaseKinds)("accounts (%s)", (databaseKind) => {
  let admin: Awaited<ReturnType<typeof signedInAccount>>;

  const service = useService(databaseKind, { settings: highLimits });
  beforeAll(async () => {
    // The embedded database creates one by itself.
    await service.infrastructure.database.prisma.account.deleteMany({ where: { role: "admin" } });
    admin = await signedInAccount(service, "admin");
  });

  async function send(method: string, path: string, body?: unknown, cookie?: string) {
    const response = await service.get(`/api/${path}`, {
      method,
      headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  }
  const signUp = (body: unknown) => send("POST", "accounts", body);
  const change = (id: string, body: unknown, cookie = admin.cookie) => send("PUT", `accounts/${id}`, body, cookie);

  test("anyone creates a developer account, and the answer has only its public fields", async () => {
    const { status, body, headers } = await signUp({ email: " Ada@Example.COM ", password, name: " Ada " });

    expect(status).toBe(201);
    expect(accountRecord.parse(body)).toMatchObject({
      email: "ada@example.com",
      name: "Ada",
      role: "developer",
      blocked: false,
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(JSON.stringify(body)).not.toContain("scrypt");
  });

  test("are listed oldest first", async () => {
    const made: unknown[] = [];
    for (let one = 0; one < 5; one += 1)
      made.push((await signUp({ email: `age${one}.${Math.random()}@example.com`, password })).body);

    const { body } = await send("GET", "accounts", undefined, admin.cookie);
    expect((body as object[]).slice(-5)).toMatchObject(made);
  });

  test.each([
    ["eleven characters", "x".repeat(11), 400],
    ["twelve characters", "x7kq2mPz94wd", 201],
    ["twelve characters of two units", "🎭🎪🎟🎬🎼🎹🥁🎷🎺🎸🪕🎻", 201],
    ["eleven characters of two units", "🎭🎪🎟🎬🎼🎹🥁🎷🎺🎸🪕", 400],
    ["two hundred characters", "every seat has a view of its own ".repeat(7).slice(0, 200), 201],
    ["two hundred and one", "x".repeat(201), 400],
    ["a lone surrogate", `${"x".repeat(12)}\ud800`, 400],
    ["spaces", " ".repeat(12), 400],
    ["one character", "aaaaaaaaaaaa", 400],
    ["a short pattern", "abcabcabcabc", 400],
    ["a sequence", "123456789012", 400],
    ["neighbouring keys", "qwertyuiop12", 400],
    ["a very common password", "Password1234", 400],
    ["a common password", "counterstrike", 400],
    ["the service's name", "Theatre Listings", 400],
  ])("a password of %s", async (_name, given, expected) => {
    const answer = await signUp({ email: `p${Math.random()}@example.com`, password: given });

    expect(answer.status).toBe(expected);
    if (expected === 400)
      expect(answer.body.issues).toEqual([{ path: "password", message: expect.stringMatching(/^must /) }]);
  });

  test.each(["Ada.Lovelace@example.com", "ada.lovelace", "example.com.ada", "adalovelace1815"])(
    "a password that is made of the account's email address is refused: %s",
    async (given) => {
      const refused = await signUp({ email: "ada.lovelace@example.com", password: given });

      const message = "must not be the account's email address or parts of it";
      expect([refused.status, refused.body.issues]).toEqual([400, [{ path: "password", message }]]);
    },
  );

  test.each([
    [{ email: "nobody", password }, ["email"]],
    [{ email: "a\0@example.com", password }, ["email"]],
    [{ email: `${"a".repeat(250)}@example.com`, password }, ["email"]],
    [{ password: "short" }, ["email", "password"]],
    [{ email: "b@example.com", password, role: "admin" }, ["role"]],
    [{ email: "b@example.com", password, name: "" }, ["name"]],
    [{ email: "b@example.com", password, name: "x".repeat(201) }, ["name"]],
  ])("%j is refused, and every wrong field named", async (body, paths) => {
    const answer = await signUp(body);

    expect(answer.status).toBe(400);
    const issues = answer.body.issues as { path: string }[];
    expect(issues.map(({ path }) => path).sort()).toEqual(paths);
  });

  test("one address has one account, in any case and under concurrent requests", async () => {
    const answers = await Promise.all(
      ["race@example.com", "RACE@example.com", "Race@Example.com", "race@example.COM"].map((email) =>
        signUp({ email, password }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test("the list has every account with all fields", async () => {
    const { body } = await send("GET", "accounts", undefined, admin.cookie);

    const accounts = managedAccount.array().parse(body);
    expect(accounts.find(({ id }) => id === admin.id)).toMatchObject({ role: "admin" });
  });

  test("an administrator sees which addresses are unverified", async () => {
    const opened = await signUp({ email: `${Math.random()}@example.com`, password });
    const email = `${Math.random()}@example.com`;
    const { database } = service.infrastructure;
    await linkExternalAccount(database, { provider: "google", subject: email, email, name: null, isVerified: true });

    const { body } = await send("GET", "accounts", undefined, admin.cookie);

    const accounts = managedAccount.array().parse(body);
    const verified = (address: unknown) => accounts.find((account) => account.email === address)?.verified;
    expect([verified(opened.body.email), verified(email)]).toEqual([false, true]);
    expect(opened.body).not.toHaveProperty("verified");
  });

  test("a role set before the address was verified waits for an administrator", async () => {
    const { database } = service.infrastructure;
    for (const answer of ["editor", "developer"] as const) {
      const member = await signedInAccount(service, "editor");
      const claims = { provider: "google", subject: member.id, email: member.email, name: "Ada", isVerified: true };
      await linkExternalAccount(database, claims);

      const list = managedAccount.array().parse((await send("GET", "accounts", undefined, admin.cookie)).body);
      expect(list.find(({ id }) => id === member.id)).toMatchObject({ role: "developer", role_to_confirm: "editor" });
      expect((await change(member.id, { blocked: false })).body).toMatchObject({ role_to_confirm: "editor" });
      expect((await change(member.id, { role: answer })).body).toMatchObject({ role: answer, role_to_confirm: null });
    }
  });

  test("a change sets only the fields it names, and refuses invalid ones", async () => {
    const { id } = await signedInAccount(service, "developer");

    expect((await change(id, { role: "editor" })).body).toMatchObject({ role: "editor", blocked: false });
    expect((await change(id, { blocked: true })).body).toMatchObject({ role: "editor", blocked: true });
    expect((await change(id, {})).body).toMatchObject({ role: "editor", blocked: true });
    for (const body of [{ role: "owner" }, { blocked: null }, { blocked: "yes" }, { email: "x@example.com" }]) {
      expect((await change(id, body)).status).toBe(400);
    }
    for (const unknown of ["nobody", "%00", "..%2f"]) expect((await change(unknown, {})).status).toBe(404);
  });

  test("a block and a demotion apply at once; an unblocked person signs in again", async () => {
    const editor = await signedInAccount(service, "editor");
    const write = () => send("POST", "shows", { name: "A Night", type: "play" }, editor.cookie);
    expect((await write()).status).toBe(201);

    await change(editor.id, { role: "developer" });
    expect((await write()).status).toBe(403);
    await change(editor.id, { role: "editor", blocked: true });
    expect((await write()).status).toBe(401);
    await change(editor.id, { blocked: false });
    expect((await write()).status).toBe(401);
  });

  test("the last administrator can't be demoted or blocked", async () => {
    for (const body of [{ role: "editor" }, { blocked: true }, { role: "developer", blocked: true }]) {
      expect((await change(admin.id, body)).status).toBe(409);
    }
    for (const body of [{}, { blocked: false }, { role: "admin", blocked: false }]) {
      expect((await change(admin.id, body)).status).toBe(200);
    }
    const blocked = await signedInAccount(service, "admin");
    await change(blocked.id, { blocked: true });
    expect((await change(admin.id, { blocked: true })).status).toBe(409);
  });

  test("two administrators who demote each other concurrently leave one", async () => {
    for (let round = 0; round < 10; round += 1) {
      const other = await signedInAccount(service, "admin");
      const answers = await Promise.all([
        change(other.id, { role: "developer" }, admin.cookie),
        change(admin.id, { role: "developer" }, other.cookie),
      ]);
      const left = await service.infrastructure.database.prisma.account.findMany({
        where: { role: "admin", blocked: false },
        select: { id: true },
      });

      expect(left).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      if (left[0]?.id === other.id) admin = other;
    }
  });
});

test("when sign-up is closed, no one can create an account", async () => {
  const service = await startService(fastestDatabase, { settings: { ALLOW_SIGNUP: "false" } });
  const response = await service.get("/api/accounts", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password }),
  });
  await service.close();

  expect(response.status).toBe(403);
});
