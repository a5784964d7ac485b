import { encode } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import { recordQueries } from "../../../test/fault-recorder.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { signedInAccount } from "../../../test/signed-in.ts";
import { until } from "../../../test/until.ts";
import { sessionCookieHeader, decodeSessionToken, encodeSessionToken, createSession } from "./sessions.ts";

const hours = 3_600_000;
const minutes = 60_000;

describe.each(databaseKinds)("a session (%s)", (databaseKind) => {
  let time = Date.UTC(2026, 10, 21, 10);

  const service = useService(databaseKind, { now: () => time, isOwn: true });

  async function tier(cookie: string, headers: Record<string, string> = {}): Promise<string> {
    const answer = await service.get("/api/quota", { headers: { cookie, ...headers } });
    const quota = (await answer.json()) as { tier?: string; error?: string };
    return quota.tier ?? quota.error ?? "";
  }
  const ticketIn = (cookie: string) => {
    const sealed = cookie.slice(cookie.indexOf("=") + 1);
    return decodeSessionToken(sealed, service.infrastructure.sessionSecret) ?? expect.fail("It is no session token.");
  };

  test("lasts eight hours, to the millisecond", async () => {
    const { cookie } = await signedInAccount(service, "developer");
    const start = time;

    time = start + 8 * hours - 1;
    expect(await tier(cookie)).toBe("account");
    time = start + 8 * hours;
    expect(await tier(cookie)).toBe("public");
    time = start;
  });

  test("has an id in the database that can't be used to sign in", async () => {
    const { id, cookie } = await signedInAccount(service, "developer");
    const { sid } = ticketIn(cookie);

    const rows = await service.infrastructure.database.query<{ id: string }>(
      "SELECT to_jsonb(sessions) AS row, id FROM sessions WHERE account_id = $1",
      [id],
    );

    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(sid);
    const copied = await encodeSessionToken({ sid: rows[0]?.id ?? "" }, service.infrastructure.sessionSecret);
    expect([await tier(sessionCookieHeader(copied)), await tier(cookie)]).toEqual(["public", "account"]);
  });

  test("is one of at most twenty per account: one more ends the one unused for longest", async () => {
    const { database, now, sessionSecret } = service.infrastructure;
    const start = time;
    const { id, cookie: first } = await signedInAccount(service, "developer");
    const bystander = await signedInAccount(service, "developer");
    const another = async () => {
      time += 1;
      return sessionCookieHeader(await encodeSessionToken(await createSession(database, id, now), sessionSecret));
    };
    const cookies = [first];
    while (cookies.length < 20) cookies.push(await another());
    // The first is used again, so the second is the one unused for longest.
    time += 5 * minutes;
    await tier(first);
    await until("the use is noted", async () => {
      const used = { account_id: id, last_used_at: new Date(time) };
      return (await database.prisma.session.count({ where: used })) === 1;
    });

    await Promise.all([another(), another()]);

    const tiers = await Promise.all(cookies.map((cookie) => tier(cookie)));
    expect(tiers).toEqual(["account", "public", "public", ...Array.from({ length: 17 }, () => "account")]);
    expect(await database.prisma.session.count({ where: { account_id: id } })).toBe(20);
    expect(await tier(bystander.cookie)).toBe("account");
    time = start;
  });

  test("is recorded as used once in five minutes, for any number of requests", async () => {
    const { database } = service.infrastructure;
    const start = time;
    const { id, cookie } = await signedInAccount(service, "developer");
    const asked = recordQueries(database);
    const notes = () => asked.filter((query) => query === "UPDATE sessions").length;
    const lastUse = async () => {
      const found = await database.prisma.session.findFirst({ where: { account_id: id } });
      return found?.last_used_at.getTime();
    };

    time = start + 5 * minutes - 1;
    await Promise.all(Array.from({ length: 20 }, () => tier(cookie)));
    expect([notes(), await lastUse()]).toEqual([0, start]);
    time = start + 5 * minutes;
    await Promise.all(Array.from({ length: 20 }, () => tier(cookie)));
    await until("the use is noted", async () => (await lastUse()) === time);
    expect(notes()).toBeLessThanOrEqual(2);
    const before = notes();
    await Promise.all(Array.from({ length: 20 }, () => tier(cookie)));
    expect(notes()).toBe(before);
    time = start;
  });

  test("is found under HTTPS, among other cookies, split over several, and beside an expired one of HTTPS", async () => {
    const { cookie } = await signedInAccount(service, "developer");
    const sealed = cookie.slice(cookie.indexOf("=") + 1);
    const over = await encodeSessionToken({ sid: "x".repeat(43) }, service.infrastructure.sessionSecret);
    const name = "__Secure-next-auth.session-token";
    for (const found of [
      `theme=dark; ${name}=${sealed}`,
      `${name}.1=${sealed.slice(100)}; theme=dark; ${name}.0=${sealed.slice(0, 100)}`,
      `${name}=${over}; ${cookie}`,
      `${name}=nonsense; ${cookie}`,
    ])
      expect(await tier(found)).toBe("account");
  });

  test("is not found when anything in the cookie is wrong, in an Authorization header, or once its account is blocked", async () => {
    const { id, cookie } = await signedInAccount(service, "developer");
    const sessionToken = ticketIn(cookie);
    const secret = service.infrastructure.sessionSecret;
    const sealed = await Promise.all([
      encodeSessionToken(sessionToken, `${secret}x`),
      encodeSessionToken({ sid: "x".repeat(43) }, secret),
      encode({ token: { ...sessionToken }, secret, maxAge: -60 }),
      encode({ token: { ...sessionToken }, secret, salt: "next-auth.state" }),
      encode({ token: { sub: id, email: `${id}@example.com`, role: "admin" }, secret }),
    ]);

    for (const wrong of [...sealed, "", "x", "a.b.c.d.e", cookie.slice(0, -3)]) {
      expect(await tier(`next-auth.session-token=${wrong}`)).toBe("public");
    }
    const authorization = `Bearer ${cookie.slice(cookie.indexOf("=") + 1)}`;
    expect([await tier("", { authorization }), await tier(cookie)]).toEqual(["Invalid API key", "account"]);
    await service.infrastructure.database.prisma.account.update({ where: { id }, data: { blocked: true } });
    expect(await tier(cookie)).toBe("public");
  });
});
