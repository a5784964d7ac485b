import { describe, expect, test } from "vitest";
import { accountRecord, accountSession, ownAccount } from "../../accounts/schema.browser.ts";
import { decodeSessionToken } from "../sign-in/sessions.ts";
import { signIn } from "../../accounts/sign-in/sign-in.ts";
import {
  anotherSession,
  developer,
  invalidFieldsOf,
  isSignedIn,
  knownPassword as password,
  personWithPassword,
  sendJson,
  withKey,
  type Developer,
} from "../../../test/developer.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { highLimits, useService } from "../../../test/service.ts";
import { freshAddress } from "../../../test/quota-helpers.ts";

const settings = {
  ...highLimits,
  NEXTAUTH_URL: "http://localhost:3000",
  ...{ GITHUB_ID: "id", GITHUB_SECRET: "secret", GOOGLE_ID: "id", GOOGLE_SECRET: "secret" },
};
const next = "another horse battery";
const again = { error: "Sign in again" };

describe.each(databaseKinds)("the signed-in account (%s)", (databaseKind) => {
  const service = useService(databaseKind, { settings });

  const prisma = () => service.infrastructure.database.prisma;
  const person = (role?: "editor") => personWithPassword(service, role);
  const signedIn = (cookies: string[]) => Promise.all(cookies.map((cookie) => isSignedIn(service, cookie)));
  const signsIn = async ({ email }: Developer, word: string) =>
    (await signIn(service.infrastructure.database, { email, password: word }, freshAddress(), Date.now)) !== null;
  const connect = (account_id: string, provider: string, subject = account_id) =>
    prisma().identity.create({ data: { account_id, provider, subject, verified: true } });
  const tell = async (owner: Developer) => ownAccount.parse((await owner.ask("GET", "/account")).body);
  const sessionsOf = async (owner: Developer) =>
    accountSession.array().parse((await owner.ask("GET", "/account/sessions")).body);

  test("is shown to its owner, without the password and the provider's id", async () => {
    const owner = await person();
    await connect(owner.id, "google", "google's own name");
    await connect(owner.id, "gone", "another's own name");

    const { status, headers, text } = await owner.ask("GET", "/account");

    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(ownAccount.parse(JSON.parse(text))).toMatchObject({
      ...{ id: owner.id, email: owner.email, name: "Ada", role: "developer", blocked: false, has_password: true },
      providers: [
        { provider: "gone", name: "gone" },
        { provider: "google", name: "Google" },
      ],
      found_keys: [],
    });
    expect(text).not.toMatch(/scrypt|own name/);
  });

  test("its name is changed, kept and removed", async () => {
    const owner = await person();
    const names = [];
    for (const body of [{ name: "  Ada Quill " }, {}, { name: "x".repeat(200) }, { name: null }])
      names.push(ownAccount.parse((await owner.ask("PUT", "/account", body)).body).name);
    expect(names).toEqual(["Ada Quill", "Ada Quill", "x".repeat(200), null]);
  });

  test.each<[unknown, string[]]>([
    [{ name: "" }, ["name"]],
    [{ name: "x".repeat(201) }, ["name"]],
    [{ name: "a\0" }, ["name"]],
    [{ password: next }, ["current_password"]],
    [{ current_password: password }, ["current_password"]],
    [{ password: "x".repeat(11), current_password: password }, ["password"]],
    [{ password: "counterstrike", current_password: password }, ["password"]],
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

  test("a new password ends every session but the one that sets it, and has the date of its change", async () => {
    const [owner, stranger] = [await person(), await person()];
    const other = await anotherSession(service, owner);
    const changedAt = async () => Date.parse((await tell(owner)).password_changed_at ?? expect.fail("It has no date."));
    const set = await changedAt();
    await owner.ask("PUT", "/account", { name: "Ada Quill" });
    expect(await changedAt()).toBe(set);

    expect((await owner.ask("PUT", "/account", { password: next, current_password: password })).status).toBe(200);

    expect(await signedIn([owner.cookie, other, stranger.cookie])).toEqual([true, false, true]);
    expect([await signsIn(owner, next), await signsIn(owner, password)]).toEqual([true, false]);
    expect(await changedAt()).toBeGreaterThan(set);
    expect((await tell(await developer(service))).password_changed_at).toBeNull();
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

    await signedInAt(11, "google");
    for (const { status, body } of await ask()) expect([status, body]).toMatchObject([403, again]);
    await signedInAt(0, null);
    const first = await owner.ask("PUT", "/account", { password: next });
    expect([first.status, first.body]).toMatchObject([403, { ...again, message: expect.stringContaining("Google") }]);
    expect((await owner.ask("PUT", "/account", { name: "Ada" })).status).toBe(200);
    expect(await tell(owner)).toMatchObject({ name: "Ada", has_password: false });
    await signedInAt(9, "google");
    expect((await ask()).map(({ status }) => status)).toEqual([200, 400]);
    expect([await signsIn(owner, next), (await tell(owner)).has_password]).toEqual([true, true]);
  });

  test("its sessions show the browser and the shortened network of their sign-in, and nothing that signs in", async () => {
    const owner = await developer(service);
    const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
    const cookies = [
      owner.cookie,
      await anotherSession(service, owner, { address: "2001:db8:12:34::/64", userAgent }),
      await anotherSession(service, owner, { address: "192.0.2.77", userAgent: "gibberish ".repeat(500) }),
    ];

    const { text } = await owner.ask("GET", "/account/sessions");

    const told = await sessionsOf(owner);
    expect(told.map(({ device, address, current }) => ({ device, address, current }))).toEqual(
      expect.arrayContaining([
        { device: "Firefox on Windows", address: "2001:db8:12::/48", current: false },
        { device: null, address: "192.0.2.0/24", current: false },
        { device: null, address: null, current: true },
      ]),
    );
    const times = told.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    const rows = JSON.stringify(await prisma().session.findMany({ where: { account_id: owner.id } }));
    expect(rows).not.toMatch(/Gecko|gibberish|12:34|192\.0\.2\.77/);
    for (const cookie of cookies) {
      const token = decodeSessionToken(cookie.slice(cookie.indexOf("=") + 1), service.infrastructure.sessionSecret);
      expect(text + rows).not.toContain(token?.sid ?? expect.fail("The cookie is no token."));
    }
  });

  test("a session can be ended, all of them too, even the current one, and never another account's", async () => {
    const [owner, stranger] = [await developer(service), await developer(service)];
    const others = [await anotherSession(service, owner), await anotherSession(service, owner)];
    const end = (id = "") => owner.ask("DELETE", `/account/sessions/${id}`);
    const [first] = (await sessionsOf(owner)).filter(({ current }) => !current);
    const [foreign] = await sessionsOf(stranger);

    for (const id of [foreign?.id, "nothing", "%00"]) expect((await end(id)).status).toBe(404);
    expect(await end(first?.id)).toMatchObject({ status: 200, body: first });
    expect((await end(first?.id)).status).toBe(404);
    expect((await signedIn(others)).sort()).toEqual([false, true]);

    const { status, body } = await owner.ask("DELETE", "/account/sessions");
    expect([status, accountSession.array().parse(body).length]).toEqual([200, 2]);
    expect(await signedIn([owner.cookie, ...others, stranger.cookie])).toEqual([false, false, false, true]);
    const [own] = await sessionsOf(stranger);
    expect((await stranger.ask("DELETE", `/account/sessions/${own?.id}`)).status).toBe(200);
    expect(await isSignedIn(service, stranger.cookie)).toBe(false);
  });

  test("a provider can be disconnected, unless it is the only way to sign in", async () => {
    const [owner, other] = [await developer(service), await developer(service)];
    await connect(owner.id, "google");
    for (const provider of ["google", "github"]) await connect(other.id, provider);
    const end = async (provider: string) => (await owner.ask("DELETE", `/account/identities/${provider}`)).status;

    expect([await end("github"), await end("nonsense"), await end("%00")]).toEqual([404, 404, 404]);
    expect(await end("google")).toBe(409);
    // A provider that is no longer configured is not another way to sign in.
    await connect(owner.id, "gone");
    expect(await end("google")).toBe(409);
    await connect(owner.id, "github");
    expect([await end("google"), await end("github")]).toEqual([200, 409]);
    await owner.ask("PUT", "/account", { password: next });
    expect(await end("github")).toBe(200);
    expect((await tell(owner)).providers).toEqual([{ provider: "gone", name: "gone" }]);

    const both = ["google", "github"].map((provider) => other.ask("DELETE", `/account/identities/${provider}`));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await tell(other)).providers).toHaveLength(1);
  });

  test("a deletion ends its keys, sessions and sign-ins, frees its address, and touches no other account", async () => {
    const [owner, other] = [await person("editor"), await person()];
    const { key } = await owner.makeKey();
    const { key: foreign } = await other.makeKey();
    const cookies = [owner.cookie, await anotherSession(service, owner), other.cookie];
    for (const { id } of [owner, other]) await connect(id, "google");
    await owner.ask("POST", "/shows", { name: "A farewell", type: "play" });
    const read = async (secret: string) => service.get("/api/shows/hamilton", withKey(secret));
    expect((await Promise.all([key, foreign].map(read))).map(({ status }) => status)).toEqual([200, 200]);

    const { status, body } = await owner.ask("DELETE", "/account", { password });

    expect([status, accountRecord.parse(body).email]).toEqual([200, owner.email]);
    const [refused, working] = [await read(key), await read(foreign)];
    expect([refused.status, working.headers.get("x-ratelimit-remaining")]).toEqual([401, "9998"]);
    expect(await signedIn(cookies)).toEqual([false, false, true]);
    expect([await signsIn(owner, password), await signsIn(other, password)]).toEqual([false, true]);
    expect((await tell(other)).providers).toHaveLength(1);
    // What it did stays, and can be undone.
    const editor = await developer(service, "editor");
    const [entry] = (await editor.ask("GET", `/activity?account_id=${owner.id}`)).body as { id: string }[];
    expect((await editor.ask("POST", `/activity/${entry?.id}/revert`)).status).toBe(200);
    expect((await sendJson(service, "POST", "/accounts", { email: owner.email, password })).status).toBe(201);
  });

  test.each<[string, unknown, string[]]>([
    ["nothing", {}, ["password"]],
    ["a wrong password", { password: "wrong" }, ["password"]],
    ["an address", { email: "ada@example.com" }, ["password"]],
    ["more", { password: 7, sure: true }, ["password", "sure"]],
  ])("with %s no account is deleted that has a password", async (_what, body, fields) => {
    const owner = await person();
    const answer = await owner.ask("DELETE", "/account", body);
    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, fields]);
    expect(await isSignedIn(service, owner.cookie)).toBe(true);
  });

  test("without a password, a deletion requires the email address", async () => {
    const owner = await developer(service);
    const statuses = [];
    for (const body of [{}, { email: "b@example.com" }, { password }, { email: owner.email.toUpperCase() }])
      statuses.push((await owner.ask("DELETE", "/account", body)).status);
    expect(statuses).toEqual([400, 400, 400, 200]);
    expect(await isSignedIn(service, owner.cookie)).toBe(false);
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
