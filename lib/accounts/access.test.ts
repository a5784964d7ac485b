import { beforeAll, describe, expect, test } from "vitest";
import { sessionCookieHeader, encodeSessionToken } from "./sign-in/session-cookie.ts";
import { createSession } from "./sign-in/sessions.ts";
import { securityLogEntry } from "./security-log/schema.browser.ts";
import { databaseKinds } from "../../test/databases.ts";
import { developer, sendJson, withKey, type Developer } from "../../test/developer.ts";
import { behindProxy } from "../../test/quota-helpers.ts";
import { useService } from "../../test/service.ts";
import { accountSession } from "./schema.browser.ts";

const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const from = { "x-forwarded-for": "203.0.113.77", "user-agent": userAgent };

describe.each(databaseKinds)("an administrator, over another account (%s)", (databaseKind) => {
  let admin: Developer;

  const service = useService(databaseKind, { settings: behindProxy });
  beforeAll(async () => {
    admin = await developer(service, "admin");
  });

  async function anotherSession({ id }: Developer): Promise<string> {
    const { database, now, sessionSecret } = service.infrastructure;
    const source = { address: "192.0.2.77", userAgent };
    const token = await createSession(database, id, now, { provider: null, source });
    return sessionCookieHeader(await encodeSessionToken(token, sessionSecret));
  }
  const isSignedIn = async (cookie: string) =>
    (await sendJson(service, "GET", "/account", undefined, { cookie })).status === 200;
  const sessionsOf = async ({ id }: Developer, reader = admin) =>
    accountSession.array().parse((await reader.ask("GET", `/accounts/${id}/sessions`)).body);
  const logOf = async ({ id }: Developer, action: string) =>
    securityLogEntry.array().parse((await admin.ask("GET", `/security-log?account_id=${id}&action=${action}`)).body);

  test("sees its sessions, and which is the administrator's own", async () => {
    const member = await developer(service);
    await anotherSession(member);

    const sessions = await sessionsOf(member);

    expect(sessions.map(({ device, address, current }) => [device, address, current])).toEqual(
      expect.arrayContaining([
        ["Firefox on Windows", "192.0.2.0/24", false],
        [null, null, false],
      ]),
    );
    expect(sessions).toHaveLength(2);
    expect((await sessionsOf(admin)).map(({ current }) => current)).toEqual([true]);
  });

  test("ends one session, and the log names both people", async () => {
    const member = await developer(service);
    const other = await anotherSession(member);
    const session = (await sessionsOf(member)).find(({ device }) => device !== null);
    const path = `/accounts/${member.id}/sessions/${session?.id}`;

    const ended = await admin.ask("DELETE", path, undefined, from);

    expect([ended.status, ended.body]).toEqual([200, session]);
    expect([await isSignedIn(member.cookie), await isSignedIn(other)]).toEqual([true, false]);
    expect((await admin.ask("DELETE", path)).status).toBe(404);
    expect(await logOf(member, "sign-out")).toMatchObject([
      { account: { id: member.id }, by: { id: admin.id }, address: "203.0.113.0/24" },
    ]);
    // The owner sees the event, and not who caused it.
    const own = await member.ask("GET", "/security-log?action=sign-out");
    expect(own.body).toMatchObject([{ action: "sign-out", by: null, address: null, user_agent: null }]);
  });

  test("ends no session by the id of another account", async () => {
    const [member, stranger] = [await developer(service), await developer(service)];
    const [session] = await sessionsOf(member);

    for (const id of [stranger.id, "nobody", "%00"])
      expect((await admin.ask("DELETE", `/accounts/${id}/sessions/${session?.id}`)).status).toBe(404);
    expect(await isSignedIn(member.cookie)).toBe(true);
  });

  test("ends all sessions, and of no other account", async () => {
    const [member, stranger] = [await developer(service), await developer(service)];
    const other = await anotherSession(member);

    const ended = await admin.ask("DELETE", `/accounts/${member.id}/sessions`);

    expect([ended.status, accountSession.array().parse(ended.body).length]).toEqual([200, 2]);
    expect([await isSignedIn(member.cookie), await isSignedIn(other)]).toEqual([false, false]);
    expect([await isSignedIn(stranger.cookie), await isSignedIn(admin.cookie)]).toEqual([true, true]);
    // Nothing is left to end, so nothing more is logged.
    expect((await admin.ask("DELETE", `/accounts/${member.id}/sessions`)).body).toEqual([]);
    expect(await logOf(member, "sign-out")).toHaveLength(1);
  });

  test("revokes all working keys, which are refused on their next request", async () => {
    const [member, stranger] = [await developer(service), await developer(service)];
    const [first, second, gone] = [await member.makeKey(), await member.makeKey(), await member.makeKey()];
    const foreign = await stranger.makeKey();
    await member.ask("DELETE", `/keys/${gone.id}`);
    const statusOf = async (key: string) => (await service.get("/api/shows", withKey(key))).status;
    expect([await statusOf(first.key), await statusOf(foreign.key)]).toEqual([200, 200]);

    const { status, body } = await admin.ask("DELETE", `/accounts/${member.id}/keys`);

    const prefixes = (body as { prefix: string }[]).map(({ prefix }) => prefix);
    expect([status, prefixes.toSorted()]).toEqual([200, [first.prefix, second.prefix].toSorted()]);
    expect(await Promise.all([first, second, foreign].map(({ key }) => statusOf(key)))).toEqual([401, 401, 200]);
    const logged = await logOf(member, "key-revoked");
    expect(logged.map(({ detail, by }) => [detail?.["prefix"], by?.id]).toSorted()).toEqual(
      [
        [first.prefix, admin.id],
        [second.prefix, admin.id],
        [gone.prefix, member.id],
      ].toSorted(),
    );
    expect((await admin.ask("DELETE", `/accounts/${member.id}/keys`)).body).toEqual([]);
    expect((await admin.ask("DELETE", "/accounts/nobody/keys")).status).toBe(404);
  });
});
