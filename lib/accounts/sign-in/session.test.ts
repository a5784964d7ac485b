import { statSync } from "node:fs";
import path from "node:path";
import { encode } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import { hashFast } from "../../../test/fast-password-hash.ts";
import { recordQueries } from "../../../test/captured-logs.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { startService, useService } from "../../../test/service.ts";
import { signedInAccount } from "../../../test/signed-in.ts";
import { until } from "../../../test/until.ts";
import { sessionCookieHeader, decodeSessionToken, encodeSessionToken } from "./session-cookie.ts";
import { hashPassword, verifyPassword, generatePassword } from "./password.ts";
import { createSession, endSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

const hours = 3_600_000;
const minutes = 60_000;

describe.each(databaseKinds)("a session (%s)", (databaseKind) => {
  let time = Date.UTC(2026, 10, 21, 10);

  const service = useService(databaseKind, { now: () => time, settings: { PUBLIC_DAILY_LIMIT: "1000000" } });

  async function tier(cookie: string, headers: Record<string, string> = {}): Promise<string> {
    const quota = (await (await service.get("/api/quota", { headers: { cookie, ...headers } })).json()) as {
      tier?: string;
      error?: string;
    };
    return quota.tier ?? quota.error ?? "";
  }
  const ticketIn = async (cookie: string) => {
    const sessionToken = await decodeSessionToken(
      cookie.slice(cookie.indexOf("=") + 1),
      service.infrastructure.sessionSecret,
    );
    if (!sessionToken) throw new Error("The cookie is not a session token.");
    return sessionToken;
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

  test("ends for good, and alone", async () => {
    const [{ cookie }, other] = [
      await signedInAccount(service, "developer"),
      await signedInAccount(service, "developer"),
    ];
    await endSession(service.infrastructure.database, await ticketIn(cookie));

    expect([await tier(cookie), await tier(other.cookie)]).toEqual(["public", "account"]);
  });

  test("is deleted once expired, like a wrong password once it no longer counts, and not before", async () => {
    const { database } = service.infrastructure;
    const { signInFailure, session } = database.prisma;
    const [over, open] = [await signedInAccount(service, "developer"), await signedInAccount(service, "developer")];
    const end = (id: string, after: string) =>
      database.query("UPDATE sessions SET expires_at = now() + $2::interval WHERE account_id = $1", [id, after]);
    const failedAgo = (minutes: number) =>
      database.query(
        "INSERT INTO sign_in_failures (email, address, at) VALUES ($1, '192.0.2.9', now() - $2 * interval '1 minute')",
        [String(minutes), minutes],
      );
    await end(over.id, "0");
    await end(open.id, "1 minute");
    for (const ago of [-60, -14, 14, 16]) await failedAgo(ago);

    await service.infrastructure.housekeeping.deleteOldRows();

    expect(await session.count({ where: { account_id: over.id } })).toBe(0);
    expect(await session.count({ where: { account_id: open.id } })).toBe(1);
    const kept = await signInFailure.findMany({ where: { address: "192.0.2.9" }, orderBy: { id: "asc" } });
    expect(kept.map(({ email }) => email)).toEqual(["-14", "14"]);
  });

  test("has an id in the database that can't be used to sign in", async () => {
    const { id, cookie } = await signedInAccount(service, "developer");
    const { sid } = await ticketIn(cookie);

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

  test("of a blocked account is invalid", async () => {
    const { id, cookie } = await signedInAccount(service, "developer");
    await service.infrastructure.database.prisma.account.update({ where: { id }, data: { blocked: true } });

    expect(await tier(cookie)).toBe("public");
  });

  test("is found under HTTPS, among other cookies, and split over several", async () => {
    const { cookie } = await signedInAccount(service, "developer");
    const sealed = cookie.slice(cookie.indexOf("=") + 1);
    const name = "__Secure-next-auth.session-token";
    const pieces = `${name}.1=${sealed.slice(100)}; theme=dark; ${name}.0=${sealed.slice(0, 100)}`;

    expect(await tier(`theme=dark; ${name}=${sealed}`)).toBe("account");
    expect(await tier(pieces)).toBe("account");
  });

  test("is found beside an expired one, which stays when a service moves to HTTPS or away from it", async () => {
    const { cookie } = await signedInAccount(service, "developer");
    const over = await encodeSessionToken({ sid: "x".repeat(43) }, service.infrastructure.sessionSecret);
    const name = "__Secure-next-auth.session-token";

    for (const old of [over, "nonsense"]) expect(await tier(`${name}=${old}; ${cookie}`)).toBe("account");
  });

  test("is not found when anything in the cookie is wrong", async () => {
    const { id, cookie } = await signedInAccount(service, "developer");
    const sessionToken = await ticketIn(cookie);
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
  });

  test("is never taken from an Authorization header", async () => {
    const { cookie } = await signedInAccount(service, "admin");
    const sealed = cookie.slice(cookie.indexOf("=") + 1);

    expect(await tier("", { authorization: `Bearer ${sealed}` })).toBe("Invalid API key");
  });

  test("wrong passwords count for fifteen minutes: ten for one account from one address, fifty from one address", async () => {
    const { database } = service.infrastructure;
    const email = "throttled@example.com";
    const password = "correct horse battery";
    const stored = hashFast(password);
    const others = Array.from({ length: 50 }, (_, index) => `${index}@example.com`);
    await database.prisma.account.createMany({
      // The last two addresses have no account: refusing these takes as long as checking a password.
      data: [email, ...others.slice(0, 48)].map((one) => ({ id: one, email: one, password: stored })),
    });
    const attempt = (given: string, address: string, as = email) =>
      signIn(database, { email: as, password: given }, address, () => time);

    await Promise.all(Array.from({ length: 9 }, () => attempt("wrong", "192.0.2.1")));
    // A correct password does not count.
    for (const right of [password, password]) expect(await attempt(right, "192.0.2.1")).toMatchObject({ email });
    expect(await attempt("wrong", "192.0.2.1")).toBeNull();
    expect(await attempt(password, "192.0.2.1")).toBeNull();
    expect(await attempt(password, "192.0.2.1", "0@example.com")).toMatchObject({ email: "0@example.com" });
    expect(await attempt(password, "192.0.2.2")).toMatchObject({ email });
    time += 15 * minutes - 1;
    expect(await attempt(password, "192.0.2.1")).toBeNull();
    time += 1;
    expect(await attempt(password, "192.0.2.1")).toMatchObject({ email });

    for (const tries of [7, 8]) await Promise.all(Array.from({ length: tries }, () => attempt("wrong", "192.0.2.4")));
    expect(await database.prisma.signInFailure.count({ where: { address: "192.0.2.4" } })).toBe(10);

    for (const one of others) await attempt("wrong", "192.0.2.3", one);
    expect(await attempt(password, "192.0.2.3")).toBeNull();
    time += 15 * minutes;
    expect(await attempt(password, "192.0.2.3")).toMatchObject({ email });
  });
});

const from = "192.0.2.1";

describe("a password", () => {
  test("verifies, and is never stored the same way twice", async () => {
    const [first, second] = await Promise.all([
      hashPassword("Ångström 12345", from),
      hashPassword("Ångström 12345", from),
    ]);

    expect(first).not.toBe(second);
    expect(first).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect(await verifyPassword("A\u030angstro\u0308m 12345", first, from)).toBe(true);
    expect(await verifyPassword("ångström 12345", first, from)).toBe(false);
  });

  test("never matches an account without one", async () => {
    expect(await verifyPassword("", null, from)).toBe(false);
    expect(await verifyPassword("anything at all", null, from)).toBe(false);
  });

  test("that is generated is unique", () => {
    const made = new Set(Array.from({ length: 100 }, generatePassword));

    expect(made.size).toBe(100);
    for (const password of made) expect(password).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
  });
});

test("the embedded database's secret is readable only by its owner", async () => {
  const service = await startService("embedded");
  const { mode } = statSync(path.join(service.infrastructure.settings.DATA_DIR, "session-secret"));
  await service.close();

  expect(mode & 0o777).toBe(0o600);
});
