import { describe, expect, test } from "vitest";
import { accountRecord, accountSession, ownAccount } from "../../accounts/schema.browser.ts";
import { activityEntry } from "../../history/activity/schema.browser.ts";
import { sessionCookieHeader, decodeSessionToken, encodeSessionToken } from "../../accounts/sign-in/session-cookie.ts";
import { createSession } from "../../accounts/sign-in/sessions.ts";
import { signIn } from "../../accounts/sign-in/sign-in.ts";
import { unknownSource } from "../../accounts/security-log/source.ts";
import { hashFast } from "../../../test/fast-password-hash.ts";
import { sendJson, developer, withKey, invalidFieldsOf, type Developer } from "../../../test/developer.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { behindProxy, freshAddress } from "../../../test/quota-helpers.ts";

const github = { GITHUB_ID: "id", GITHUB_SECRET: "secret" };
const google = { GOOGLE_ID: "id", GOOGLE_SECRET: "secret" };
const settings = {
  PUBLIC_DAILY_LIMIT: "1000000",
  NEXTAUTH_URL: "http://localhost:3000",
  ...behindProxy,
  ...github,
  ...google,
};
const password = "correct horse battery";
const next = "another horse battery";

describe.each(databaseKinds)("the signed-in account (%s)", (databaseKind) => {
  const service = useService(databaseKind, { settings });

  const prisma = () => service.infrastructure.database.prisma;

  /** A client that knows a password and calls from an address of its own. */
  async function person(role?: Parameters<typeof developer>[1]): Promise<Developer> {
    const somebody = await developer(service, role);
    await prisma().account.update({
      where: { id: somebody.id },
      data: { password: hashFast(password), name: "Ada" },
    });
    const address = { "x-forwarded-for": freshAddress() };
    return {
      ...somebody,
      ask: (method, path, body, headers) => somebody.ask(method, path, body, { ...address, ...headers }),
    };
  }
  async function anotherSession({ id }: Developer, source = unknownSource): Promise<string> {
    const { database, now, sessionSecret } = service.infrastructure;
    const sessionToken = await createSession(database, id, now, { provider: null, source });
    return sessionCookieHeader(await encodeSessionToken(sessionToken, sessionSecret));
  }
  const isSignedIn = async (cookie: string) => {
    const { status } = await sendJson(service, "GET", "/account", undefined, { cookie });
    return status === 200;
  };
  const signsIn = async ({ email }: Developer, word: string) =>
    (await signIn(service.infrastructure.database, { email, password: word }, freshAddress(), Date.now)) !== null;
  const connect = (account_id: string, provider: string, subject = account_id) =>
    prisma().identity.create({ data: { account_id, provider, subject, verified: true } });
  const tell = async (owner: Developer) => ownAccount.parse((await owner.ask("GET", "/account")).body);

  test("is shown to its owner, without the password and the provider's id", async () => {
    const owner = await person();
    await connect(owner.id, "google", "google's own name");
    await connect(owner.id, "gone", "another's own name");

    const { status, headers, text } = await owner.ask("GET", "/account");

    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(ownAccount.parse(JSON.parse(text))).toMatchObject({
      id: owner.id,
      email: owner.email,
      name: "Ada",
      role: "developer",
      blocked: false,
      has_password: true,
      providers: [
        { provider: "gone", name: "gone" },
        { provider: "google", name: "Google" },
      ],
      found_keys: [],
    });
    expect(text).not.toMatch(/scrypt|own name/);
  });

  test("its name is changed, kept and removed", async () => {
    const [owner, other] = [await person(), await person()];
    const names = [];
    for (const body of [{ name: "  Ada Quill " }, {}, { name: "x".repeat(200) }, { name: null }]) {
      const { status, body: answer } = await owner.ask("PUT", "/account", body);
      names.push([status, ownAccount.parse(answer).name]);
    }
    expect(names).toEqual([
      [200, "Ada Quill"],
      [200, "Ada Quill"],
      [200, "x".repeat(200)],
      [200, null],
    ]);
    expect((await tell(other)).name).toBe("Ada");
  });

  test.each<[unknown, string[]]>([
    [{ name: "" }, ["name"]],
    [{ name: "x".repeat(201) }, ["name"]],
    [{ name: "a\0" }, ["name"]],
    [{ password: next }, ["current_password"]],
    [{ current_password: password }, ["current_password"]],
    [{ password: "x".repeat(11), current_password: password }, ["password"]],
    [{ password: "x".repeat(201), current_password: password }, ["password"]],
    [{ password: "counterstrike", current_password: password }, ["password"]],
    [{ password: "theatre listings", current_password: password }, ["password"]],
    [{ password: next, current_password: 7 }, ["current_password"]],
    [{ password: next, current_password: "wrong" }, ["current_password"]],
    [{ role: "admin", email: "b@example.com", blocked: false, id: "x" }, ["blocked", "email", "id", "role"]],
    [{ name: "", password: "short" }, ["current_password", "name", "password"]],
  ])("%j changes nothing, and every wrong field is named", async (body, fields) => {
    const owner = await person();

    const answer = await owner.ask("PUT", "/account", body);

    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, fields]);
    expect([(await tell(owner)).name, await signsIn(owner, password)]).toEqual(["Ada", true]);
  });

  test("a new password ends every session but the one that sets it", async () => {
    const owner = await person();
    const [other, stranger] = [await anotherSession(owner), await person()];

    const { status } = await owner.ask("PUT", "/account", { password: next, current_password: password });

    expect([status, await isSignedIn(owner.cookie), await isSignedIn(other)]).toEqual([200, true, false]);
    expect([await signsIn(owner, next), await signsIn(owner, password)]).toEqual([true, false]);
    expect([await isSignedIn(stranger.cookie), await signsIn(stranger, password)]).toEqual([true, true]);
  });

  test("its password has the date of its last change, and no date when there is none", async () => {
    const [owner, other] = [await person(), await developer(service)];
    const changedAt = async () => (await tell(owner)).password_changed_at ?? "";

    const set = await changedAt();
    await owner.ask("PUT", "/account", { name: "Ada Quill" });
    const renamed = await changedAt();
    await owner.ask("PUT", "/account", { password: next, current_password: password });

    expect(renamed).toBe(set);
    expect(Date.parse(await changedAt())).toBeGreaterThan(Date.parse(set));
    expect((await tell(other)).password_changed_at).toBeNull();
  });

  test("a first password needs a sign-in at the provider in the last ten minutes, a deletion any sign-in", async () => {
    const owner = await developer(service);
    await connect(owner.id, "google");
    const signedInAt = (minutesAgo: number, provider: string | null) =>
      prisma().session.updateMany({
        where: { account_id: owner.id },
        data: { created_at: new Date(Date.now() - minutesAgo * 60_000), provider },
      });
    const ask = async () => [
      await owner.ask("PUT", "/account", { password: next }),
      await owner.ask("DELETE", "/account", { email: owner.email }),
    ];

    const again = { error: "Sign in again" };
    await signedInAt(11, "google");
    for (const { status, body } of await ask()) expect([status, body]).toMatchObject([403, again]);
    await signedInAt(0, null);
    const first = await owner.ask("PUT", "/account", { password: next });
    expect([first.status, first.body]).toMatchObject([403, { ...again, message: expect.stringContaining("Google") }]);
    expect((await owner.ask("PUT", "/account", { name: "Ada" })).status).toBe(200);
    expect(await tell(owner)).toMatchObject({ name: "Ada", has_password: false });
    await signedInAt(9, "google");
    expect((await ask()).map(({ status }) => status)).toEqual([200, 400]);
  });

  test("a first password needs no current password", async () => {
    const owner = await developer(service);

    const { status, body } = await owner.ask("PUT", "/account", { password: next });

    expect([status, ownAccount.parse(body).has_password, await signsIn(owner, next)]).toEqual([200, true, true]);
  });

  test("after ten wrong passwords even the right one is refused from that address, and accepted from another", async () => {
    const owner = await person();
    const setIt = (current_password: string) => owner.ask("PUT", "/account", { password: next, current_password });
    for (let turn = 0; turn < 10; turn += 1) expect((await setIt(`wrong ${turn}`)).status).toBe(400);

    const [right, wrong] = [await setIt(password), await setIt("wrong")];
    const gone = await owner.ask("DELETE", "/account", { password });

    expect([right.status, right.text, gone.status]).toEqual([400, wrong.text, 400]);
    expect(await signsIn(owner, password)).toBe(true);
    const elsewhere = { "x-forwarded-for": freshAddress() };
    const body = { password: next, current_password: password };
    expect((await owner.ask("PUT", "/account", body, elsewhere)).status).toBe(200);
  });

  test("its sessions have ids that differ from their cookies", async () => {
    const owner = await developer(service);
    const other = await anotherSession(owner);
    const { text, body } = await owner.ask("GET", "/account/sessions");

    const sessions = accountSession.array().parse(body);
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    const times = sessions.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    for (const cookie of [owner.cookie, other]) {
      const sealed = cookie.slice(cookie.indexOf("=") + 1);
      const sessionToken = await decodeSessionToken(sealed, service.infrastructure.sessionSecret);
      expect(text).not.toContain(sessionToken?.sid);
    }

    // A new password ends all sessions but the current one.
    await owner.ask("PUT", "/account", { password: next });
    const left = accountSession.array().parse((await owner.ask("GET", "/account/sessions")).body);
    expect(left).toEqual(sessions.filter(({ current }) => current));
  });

  test("a session shows the browser and the shortened network of its sign-in, and no more", async () => {
    const owner = await developer(service);
    const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
    await anotherSession(owner, { address: "2001:db8:12:34::/64", userAgent });
    await anotherSession(owner, { address: "192.0.2.77", userAgent: "gibberish ".repeat(500) });

    const { body } = await owner.ask("GET", "/account/sessions");

    const told = accountSession.array().parse(body);
    expect(told.map(({ device, address, current }) => ({ device, address, current }))).toEqual(
      expect.arrayContaining([
        { device: "Firefox on Windows", address: "2001:db8:12::/48", current: false },
        { device: null, address: "192.0.2.0/24", current: false },
        { device: null, address: null, current: true },
      ]),
    );
    expect(JSON.stringify(await prisma().session.findMany({ where: { account_id: owner.id } }))).not.toMatch(
      /Gecko|gibberish|12:34|192\.0\.2\.77/,
    );
  });

  test("a session can be ended, even the current one, and never another account's", async () => {
    const [owner, stranger] = [await developer(service), await developer(service)];
    const others = [await anotherSession(owner), await anotherSession(owner)];
    const list = async (who: Developer) =>
      accountSession.array().parse((await who.ask("GET", "/account/sessions")).body);
    const end = (who: Developer, id: string) => who.ask("DELETE", `/account/sessions/${id}`);
    const [first] = (await list(owner)).filter(({ current }) => !current);
    const [foreign] = await list(stranger);

    for (const id of [foreign?.id ?? "", "nothing", "%00"]) expect((await end(owner, id)).status).toBe(404);
    const ended = await end(owner, first?.id ?? "");
    expect([ended.status, ended.body]).toEqual([200, first]);
    expect((await end(owner, first?.id ?? "")).status).toBe(404);
    expect((await Promise.all(others.map(isSignedIn))).sort()).toEqual([false, true]);
    expect(await isSignedIn(stranger.cookie)).toBe(true);

    const own = (await list(owner)).find(({ current }) => current);
    expect((await end(owner, own?.id ?? "")).status).toBe(200);
    expect(await isSignedIn(owner.cookie)).toBe(false);
  });

  test("signing out everywhere ends all sessions of the account, and of no other", async () => {
    const [owner, stranger] = [await developer(service), await developer(service)];
    const other = await anotherSession(owner);

    const { status, body } = await owner.ask("DELETE", "/account/sessions");

    expect([status, accountSession.array().parse(body).length]).toEqual([200, 2]);
    expect([await isSignedIn(owner.cookie), await isSignedIn(other)]).toEqual([false, false]);
    expect(await isSignedIn(stranger.cookie)).toBe(true);
  });

  test("a provider can be disconnected, unless it is the only way to sign in", async () => {
    const [owner, other] = [await developer(service), await developer(service)];
    await connect(owner.id, "google");
    await connect(other.id, "google");
    await connect(other.id, "github");
    const end = async (provider: string) => (await owner.ask("DELETE", `/account/identities/${provider}`)).status;

    expect([await end("github"), await end("nonsense"), await end("%00"), await end("google")]).toEqual([
      404, 404, 404, 409,
    ]);
    // A provider that is no longer configured is not another way to sign in.
    await connect(owner.id, "gone");
    expect(await end("google")).toBe(409);
    await connect(owner.id, "github");
    expect(await end("google")).toBe(200);
    expect(await end("github")).toBe(409);
    await owner.ask("PUT", "/account", { password: next });
    expect(await end("github")).toBe(200);
    expect((await tell(owner)).providers).toEqual([{ provider: "gone", name: "gone" }]);
    expect((await tell(other)).providers).toHaveLength(2);
  });

  test("of two providers disconnected concurrently, one stays", async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await developer(service);
      await connect(owner.id, "google");
      await connect(owner.id, "github");

      const answers = await Promise.all(
        ["google", "github"].map((provider) => owner.ask("DELETE", `/account/identities/${provider}`)),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await tell(owner)).providers).toHaveLength(1);
    }
  });

  test("a deletion removes its keys, sessions, identities and usage", async () => {
    const owner = await person("editor");
    const { id: keyId, key } = await owner.makeKey();
    const other = await anotherSession(owner);
    await connect(owner.id, "google");
    await owner.ask("POST", "/shows", { name: "A farewell", type: "play" });
    expect((await service.get("/api/shows", withKey(key))).status).toBe(200);

    const { status, body } = await owner.ask("DELETE", "/account", { password });

    expect([status, accountRecord.parse(body).email]).toEqual([200, owner.email]);
    const counted = { subject: { in: [`account:${owner.id}`, `key:${keyId}`] } };
    expect(await prisma().dailyUsage.count({ where: counted })).toBe(0);
    expect((await service.get("/api/shows", withKey(key))).status).toBe(401);
    expect([await isSignedIn(owner.cookie), await isSignedIn(other), await signsIn(owner, password)]).toEqual([
      false,
      false,
      false,
    ]);
    const where = { account_id: owner.id };
    expect(await prisma().apiKey.count({ where })).toBe(0);
    expect(await prisma().session.count({ where })).toBe(0);
    expect(await prisma().identity.count({ where })).toBe(0);
    expect(await prisma().account.count({ where: { id: owner.id } })).toBe(0);
    const editor = await developer(service, "editor");
    const path = `/activity?account_id=${owner.id}`;
    const [entry] = activityEntry.array().parse((await editor.ask("GET", path)).body);
    expect(entry?.account).toEqual({ id: owner.id, name: null });
    expect(await prisma().activity.findMany({ where, select: { account_name: true } })).toEqual([
      { account_name: null },
    ]);
    expect((await editor.ask("POST", `/activity/${entry?.id}/revert`)).status).toBe(200);
    expect((await sendJson(service, "POST", "/accounts", { email: owner.email, password })).status).toBe(201);
  });

  test("a deletion removes nothing of other accounts", async () => {
    const [owner, other] = [await person(), await person()];
    const { id, key } = await other.makeKey();
    await connect(other.id, "google");
    expect((await service.get("/api/shows", withKey(key))).status).toBe(200);

    expect((await owner.ask("DELETE", "/account", { password })).status).toBe(200);

    expect((await service.get("/api/shows", withKey(key))).headers.get("x-ratelimit-remaining")).toBe("9998");
    expect([await isSignedIn(other.cookie), await signsIn(other, password)]).toEqual([true, true]);
    expect([(await tell(other)).providers.length, await prisma().apiKey.count({ where: { id } })]).toEqual([1, 1]);
  });

  test.each<[unknown, string[]]>([
    [{}, ["password"]],
    [{ password: "wrong" }, ["password"]],
    [{ email: "ada@example.com" }, ["password"]],
    [{ password: 7, sure: true }, ["password", "sure"]],
  ])("%j deletes no account that has a password", async (body, fields) => {
    const owner = await person();
    const answer = await owner.ask("DELETE", "/account", body);
    expect([answer.status, invalidFieldsOf(answer), await isSignedIn(owner.cookie)]).toEqual([400, fields, true]);
  });

  test("without a password, a deletion requires the email address", async () => {
    const owner = await developer(service);
    const statuses = [];
    for (const body of [
      {},
      { email: "" },
      { email: "b@example.com" },
      { password },
      { email: owner.email.toUpperCase() },
    ]) {
      statuses.push((await owner.ask("DELETE", "/account", body)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 200]);
    expect(await isSignedIn(owner.cookie)).toBe(false);
  });

  test("the last administrator stays, also when the last two are deleted concurrently", async () => {
    await prisma().account.updateMany({ where: { role: "admin" }, data: { role: "developer" } });
    const [one, other] = [await person("admin"), await person("admin")];

    const answers = await Promise.all([one, other].map((admin) => admin.ask("DELETE", "/account", { password })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await prisma().account.count({ where: { role: "admin", blocked: false } })).toBe(1);
  });

  test("a key created during the deletion of its account does not outlive it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await developer(service);
      const [made, gone] = await Promise.all([
        owner.ask("POST", "/keys", { name: "k" }),
        owner.ask("DELETE", "/account", { email: owner.email }),
      ]);
      expect([201, 401]).toContain(made.status);
      expect([gone.status, await prisma().apiKey.count({ where: { account_id: owner.id } })]).toEqual([200, 0]);
    }
  });
});
