import { beforeAll, describe, expect, test } from "vitest";
import { linkExternalAccount } from "./identity-queries.ts";
import { accountSearchPage } from "./overview/schema.browser.ts";
import { accountSession, managedAccount } from "./schema.browser.ts";
import { securityLogEntry } from "./security-log/schema.browser.ts";
import { databaseKinds, fastestDatabase } from "../../test/databases.ts";
import {
  anotherSession,
  developer,
  invalidFieldsOf,
  isSignedIn,
  personWithPassword,
  knownPassword,
  withKey,
  type Developer,
} from "../../test/developer.ts";
import { highLimits, startService, useService } from "../../test/service.ts";

const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const from = { "x-forwarded-for": "203.0.113.77", "user-agent": userAgent };
const many = 250;

describe.each(databaseKinds)("an administrator, over another account (%s)", (databaseKind) => {
  const service = useService(databaseKind);
  let admin: Developer;
  beforeAll(async () => {
    admin = await developer(service, "admin");
  });

  const prisma = () => service.infrastructure.database.prisma;
  const change = (id: string, body: unknown) => admin.ask("PUT", `/accounts/${id}`, body);
  const sessionsOf = async ({ id }: Developer) =>
    accountSession.array().parse((await admin.ask("GET", `/accounts/${id}/sessions`)).body);
  const logOf = async ({ id }: Developer, action: string) =>
    securityLogEntry.array().parse((await admin.ask("GET", `/security-log?account_id=${id}&action=${action}`)).body);
  const listed = async (id: string) =>
    managedAccount
      .array()
      .parse((await admin.ask("GET", "/accounts")).body)
      .find((account) => account.id === id);

  test("sees its sessions and ends one, which the log tells to both", async () => {
    const [member, stranger] = [await developer(service), await developer(service)];
    const other = await anotherSession(service, member, { address: "192.0.2.77", userAgent });
    const sessions = await sessionsOf(member);
    expect(sessions.map(({ device, address, current }) => [device, address, current])).toEqual(
      expect.arrayContaining([
        ["Firefox on Windows", "192.0.2.0/24", false],
        [null, null, false],
      ]),
    );
    expect((await sessionsOf(admin)).map(({ current }) => current)).toEqual([true]);

    const session = sessions.find(({ device }) => device !== null);
    for (const id of [stranger.id, "unknown", "%00"])
      expect((await admin.ask("DELETE", `/accounts/${id}/sessions/${session?.id}`)).status).toBe(404);
    const path = `/accounts/${member.id}/sessions/${session?.id}`;
    expect(await admin.ask("DELETE", path, undefined, from)).toMatchObject({ status: 200, body: session });

    expect([await isSignedIn(service, member.cookie), await isSignedIn(service, other)]).toEqual([true, false]);
    expect((await admin.ask("DELETE", path)).status).toBe(404);
    expect(await logOf(member, "sign-out")).toMatchObject([
      { account: { id: member.id }, by: { id: admin.id }, address: "203.0.113.0/24" },
    ]);
    const own = await member.ask("GET", "/security-log?action=sign-out");
    expect(own.body).toMatchObject([{ action: "sign-out", by: null, address: null, user_agent: null }]);
  });

  test("ends all sessions, and of no other account", async () => {
    const [member, stranger] = [await developer(service), await developer(service)];
    const cookies = [member.cookie, await anotherSession(service, member), stranger.cookie, admin.cookie];

    const ended = await admin.ask("DELETE", `/accounts/${member.id}/sessions`);

    expect([ended.status, accountSession.array().parse(ended.body).length]).toEqual([200, 2]);
    const left = await Promise.all(cookies.map((cookie) => isSignedIn(service, cookie)));
    expect(left).toEqual([false, false, true, true]);
    // Nothing is left to end, so nothing more is logged.
    expect((await admin.ask("DELETE", `/accounts/${member.id}/sessions`)).body).toEqual([]);
    expect(await logOf(member, "sign-out")).toHaveLength(1);
  });

  test("revokes all working keys, which are refused on their next request", async () => {
    const [member, stranger] = [await developer(service), await developer(service)];
    const [first, second, gone] = [await member.makeKey(), await member.makeKey(), await member.makeKey()];
    const foreign = await stranger.makeKey();
    await member.ask("DELETE", `/keys/${gone.id}`);
    const statusOf = async (key: string) => (await service.get("/api/shows/hamilton", withKey(key))).status;
    expect([await statusOf(first.key), await statusOf(foreign.key)]).toEqual([200, 200]);

    const { status, body } = await admin.ask("DELETE", `/accounts/${member.id}/keys`);

    const prefixes = (body as { prefix: string }[]).map(({ prefix }) => prefix);
    expect([status, prefixes.toSorted()]).toEqual([200, [first.prefix, second.prefix].toSorted()]);
    expect(await Promise.all([first, second, foreign].map(({ key }) => statusOf(key)))).toEqual([401, 401, 200]);
    const logged = (await logOf(member, "key-revoked")).map(({ detail, by }) => [detail?.["prefix"], by?.id]);
    const expected = [first, second].map(({ prefix }) => [prefix, admin.id]);
    expect(logged.toSorted()).toEqual([...expected, [gone.prefix, member.id]].toSorted());
    expect((await admin.ask("DELETE", `/accounts/${member.id}/keys`)).body).toEqual([]);
    expect((await admin.ask("DELETE", "/accounts/unknown/keys")).status).toBe(404);
  });

  test("sees which addresses are unverified, and which roles wait: those given before the address was verified", async () => {
    for (const answer of ["editor", "developer"] as const) {
      const member = await developer(service, "editor");
      expect(await listed(member.id)).toMatchObject({ role: "editor", verified: false });
      const claims = { provider: "google", subject: member.id, email: member.email, name: "Ada", isVerified: true };
      await linkExternalAccount(service.infrastructure.database, claims);

      const waiting = { role: "developer", role_to_confirm: "editor", verified: true };
      expect(await listed(member.id)).toMatchObject(waiting);
      expect((await change(member.id, { blocked: false })).body).toMatchObject({ role_to_confirm: "editor" });
      expect((await change(member.id, { role: answer })).body).toMatchObject({ role: answer, role_to_confirm: null });
    }
  });

  test("changes only the fields that are named, and no invalid ones", async () => {
    const { id } = await developer(service);
    for (const [body, expected] of [
      [{ role: "editor" }, { role: "editor", blocked: false }],
      [{ blocked: true }, { role: "editor", blocked: true }],
      [{}, { role: "editor", blocked: true }],
    ])
      expect((await change(id, body)).body).toMatchObject(expected ?? {});
    for (const body of [{ role: "owner" }, { blocked: null }, { blocked: "yes" }, { email: "x@example.com" }])
      expect((await change(id, body)).status).toBe(400);
    for (const unknown of ["unknown", "%00", "..%2f"]) expect((await change(unknown, {})).status).toBe(404);
  });

  test("blocks and demotes at once; an unblocked person signs in again", async () => {
    const editor = await developer(service, "editor");
    const statuses = [];
    for (const body of [{}, { role: "developer" }, { role: "editor", blocked: true }, { blocked: false }]) {
      await change(editor.id, body);
      statuses.push((await editor.ask("POST", "/shows", { name: "A Night", type: "play" })).status);
    }
    expect(statuses).toEqual([201, 403, 401, 401]);
  });

  describe("in a search", () => {
    const domain = `${crypto.randomUUID().replaceAll(/\d/g, "x")}.example`;
    beforeAll(() =>
      service.infrastructure.database.query(
        `INSERT INTO accounts (id, email, name, created_at)
         SELECT $2 || n, 'person_' || n || '@' || $2, 'Wing ' || n, '2026-01-01'::timestamptz + n % 50 * interval '1 hour'
         FROM generate_series(1, $1::int) AS n`,
        [many, domain],
      ),
    );
    const find = async (query: string) => {
      const { status, body } = await admin.ask("GET", `/accounts/search?${query}`);
      expect(status).toBe(200);
      return accountSearchPage.parse(body);
    };
    const idsOf = async (query: string) => (await find(query)).accounts.map(({ id }) => id);
    const only = async ({ email }: Developer) => {
      const [account, ...more] = (await find(`q=${email}`)).accounts;
      expect([account?.email, more]).toEqual([email, []]);
      return account;
    };

    test("pages through all, newest first, each once, also when accounts come and go meanwhile", async () => {
      const seen: { id: string; created_at: string }[] = [];
      const newcomer = `newcomer@${domain}`;
      for (let cursor: string | null = ""; cursor !== null;) {
        const page = await find(`q=${domain}&limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`);
        if (cursor === "") {
          expect(page.total).toBe(many);
          await prisma().account.create({ data: { id: newcomer, email: newcomer } });
          await prisma().account.delete({ where: { id: page.accounts.at(-1)?.id ?? expect.fail("It is empty.") } });
        }
        seen.push(...page.accounts);
        cursor = page.next_cursor;
      }

      expect(new Set(seen.map(({ id }) => id)).size).toBe(many);
      expect(seen.map(({ id }) => id)).not.toContain(newcomer);
      const times = seen.map(({ created_at }) => created_at);
      expect(times).toEqual(times.toSorted().reverse());
    });

    test("finds every word in the address or the name, in any case, and takes no wildcards", async () => {
      // The name is another's address, which must not be found for it.
      await prisma().account.update({ where: { id: `${domain}12` }, data: { name: `person_43@${domain}` } });
      for (const [query, ids] of [
        [`wing+${domain}+243`, [`${domain}243`]],
        [`PERSON_43%40${domain}`, [`${domain}43`]],
        [`${domain}+43+unknown`, []],
        [`${domain}+per%25son`, []],
        [`${domain}+person__43`, []],
        [`${domain}+%25`, []],
        [`${domain}+%5C`, []],
      ] as const)
        expect([query, await idsOf(`q=${query}`)]).toEqual([query, ids]);
    });

    test("narrows by role and by what needs attention", async () => {
      const editor = await developer(service, "editor");
      await prisma().account.update({ where: { id: editor.id }, data: { blocked: true, role_to_confirm: "admin" } });

      for (const [query, ids] of [
        ["role=editor", [editor.id]],
        ["role=admin", []],
        ["state=blocked", [editor.id]],
        ["state=role-to-confirm", [editor.id]],
        ["state=unverified", [editor.id]],
      ] as const)
        expect([query, await idsOf(`${query}&q=${editor.email}`)]).toEqual([query, ids]);
      expect(await idsOf(`state=blocked&q=${admin.email}`)).toEqual([]);
    });

    test("shows when an account was last seen, its sessions, its working keys and today's requests", async () => {
      const quiet = await developer(service);
      await prisma().session.deleteMany({ where: { account_id: quiet.id } });
      await prisma().securityLogEntry.deleteMany({ where: { account_id: quiet.id } });
      expect(await only(quiet)).toMatchObject({ last_seen_at: null, sessions: 0, keys: 0, requests_today: 0 });

      const busy = await developer(service);
      const { id } = await busy.makeKey();
      const { key } = (await busy.ask("POST", `/keys/${id}/rotate`)).body as { key: string };
      const before = await only(busy);
      for (let time = 0; time < 3; time += 1) await service.get("/api/shows/hamilton", withKey(key));
      const after = await only(busy);
      expect([before, after]).toMatchObject([
        { sessions: 1, keys: 1, requests_today: 2 },
        { sessions: 1, keys: 1, requests_today: 5, last_seen_at: expect.any(String) },
      ]);
      // A sign-in is still known when its session has ended.
      await busy.ask("DELETE", "/account/sessions");
      expect(await only(busy)).toMatchObject({ sessions: 0, last_seen_at: expect.any(String) });
    });

    test.each([
      ["limit=0", "limit"],
      ["limit=101", "limit"],
      ["role=owner", "role"],
      ["state=happy", "state"],
      ["cursor=nonsense", "cursor"],
      ["cursor=WyIyMDI2Il0", "cursor"],
      ["q=%00", "q"],
      [`q=${"x".repeat(101)}`, "q"],
      ["name=ada", "name"],
      ["q=a&q=b", "q"],
    ])("?%s is refused", async (query, field) => {
      const answer = await admin.ask("GET", `/accounts/search?${query}`);
      expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, [field]]);
    });
  });
});

test("the last administrator stays: neither demoted, blocked nor deleted, also when the last two try at once", async () => {
  const service = await startService(fastestDatabase, { settings: highLimits });
  const { account, securityLogEntry: log } = service.infrastructure.database.prisma;
  await account.updateMany({ where: { role: "admin" }, data: { role: "developer" } });
  const left = () => account.count({ where: { role: "admin", blocked: false } });
  const change = (who: Developer, whom: Developer, body: unknown) => who.ask("PUT", `/accounts/${whom.id}`, body);
  let admin: Developer = await personWithPassword(service, "admin");

  const refused = [{ role: "editor" }, { blocked: true }, { role: "developer", blocked: true }];
  for (const body of refused) expect((await change(admin, admin, body)).status).toBe(409);
  expect(await log.count({ where: { account_id: admin.id, action: { not: "sign-in" } } })).toBe(0);
  for (const body of [{}, { blocked: false }, { role: "admin", blocked: false }])
    expect((await change(admin, admin, body)).status).toBe(200);
  const blocked = await developer(service, "admin");
  await change(admin, blocked, { blocked: true });
  expect((await change(admin, admin, { blocked: true })).status).toBe(409);

  for (let round = 0; round < 5; round += 1) {
    const other = await personWithPassword(service, "admin");
    const demote = { role: "developer" };
    const answers = await Promise.all([change(admin, other, demote), change(other, admin, demote)]);
    expect([await left(), answers.filter(({ status }) => status === 200).length]).toEqual([1, 1]);
    if ((await account.findUniqueOrThrow({ where: { id: other.id } })).role === "admin") admin = other;
  }
  const both = [admin, await personWithPassword(service, "admin")];
  const gone = await Promise.all(both.map((one) => one.ask("DELETE", "/account", { password: knownPassword })));
  expect([await left(), gone.map(({ status }) => status).toSorted()]).toEqual([1, [200, 409]]);
  await service.close();
});
