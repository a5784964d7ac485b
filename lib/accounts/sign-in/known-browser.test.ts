import { describe, expect, test } from "vitest";
import { findAccount, updateAccount, updateOwnAccount } from "../queries.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { hashFast } from "../../../test/fast-password-hash.ts";
import { useService } from "../../../test/service.ts";
import { DeviceCookie } from "./device-cookie.ts";
import { signIn } from "./sign-in.ts";
import { unknownSource } from "../security-log/source.ts";

const password = "correct horse battery";
const secret = "a secret of the test";

describe.each(databaseKinds)("a browser that signed in to the account before (%s)", (databaseKind) => {
  let accounts = 0;
  const time = Date.now();
  /** What each attempt was delayed by, in milliseconds. */
  let waited: number[] = [];

  const service = useService(databaseKind, { now: () => time });

  /** An account whose address others try: each attempt of a stranger is delayed. */
  async function attackedAccount(): Promise<string> {
    accounts += 1;
    const email = `known-${accounts}@example.com`;
    const { prisma } = service.infrastructure.database;
    await prisma.account.create({ data: { id: email, email, password: hashFast(password) } });
    const at = new Date(time - 1_000);
    await prisma.signInFailure.createMany({
      data: Array.from({ length: 500 }, (_, index) => ({ email, address: `elsewhere ${index}`, at })),
    });
    waited = [];
    return email;
  }
  async function attempt(email: string, given: string, device: DeviceCookie | null, address = "192.0.2.1") {
    const wait = async (milliseconds: number) => {
      waited.push(milliseconds);
    };
    return signIn(service.infrastructure.database, { email, password: given }, address, () => time, { device, wait });
  }
  /** The `Cookie` header of a browser that has signed in, after its earlier ones. */
  async function cookieOf(email: string, sent?: string): Promise<string> {
    const device = new DeviceCookie(sent, secret);
    expect(await attempt(email, password, device, "198.51.100.1")).toMatchObject({ email });
    waited = [];
    return (device.header(false) ?? "").split(";", 1)[0] ?? "";
  }
  const browser = (cookie?: string) => new DeviceCookie(cookie, secret);

  test("is not delayed by the failures of others", async () => {
    const email = await attackedAccount();
    const cookie = await cookieOf(email);

    expect(await attempt(email, password, browser(cookie))).toMatchObject({ email });
    expect(waited).toEqual([]);
    await attempt(email, password, browser());
    expect(waited).toEqual([5_000]);
  });

  test("is not kept out by others at its address, who are", async () => {
    const email = await attackedAccount();
    const cookie = await cookieOf(email);
    for (let times = 0; times < 10; times += 1) await attempt(email, "wrong", null, "192.0.2.2");

    expect(await attempt(email, password, null, "192.0.2.2")).toBeNull();
    expect(await attempt(email, password, browser(cookie), "192.0.2.2")).toMatchObject({ email });
  });

  test("is refused after ten wrong passwords of its own, from whichever addresses, and a new browser there too", async () => {
    const email = await attackedAccount();
    const cookie = await cookieOf(email);
    const tries = Array.from({ length: 10 }, (_, index) =>
      attempt(email, "wrong", browser(cookie), `192.0.3.${index}`),
    );
    expect(await Promise.all(tries)).toEqual(tries.map(() => null));
    expect(waited).toEqual([]);

    expect(await attempt(email, password, browser(cookie), "192.0.3.99")).toBeNull();
  });

  test("has its wrong passwords counted on its address too", async () => {
    const email = await attackedAccount();
    const cookie = await cookieOf(email);
    for (let time = 0; time < 10; time += 1) await attempt(email, "wrong", browser(cookie), "192.0.4.1");

    expect(await attempt(email, password, null, "192.0.4.1")).toBeNull();
  });

  test("is known to each of its accounts, and to no other", async () => {
    const [one, two, other] = [await attackedAccount(), await attackedAccount(), await attackedAccount()];
    const cookie = await cookieOf(two, await cookieOf(one));
    for (const email of [one, two]) await attempt(email, password, browser(cookie));
    expect(waited).toEqual([]);

    await attempt(other, password, browser(cookie));
    expect(waited).toEqual([5_000]);
  });

  test("is unknown after a new password, until it signs in with that", async () => {
    const email = await attackedAccount();
    const cookie = await cookieOf(email);
    const { database, settings, sessionSecret, now } = service.infrastructure;
    await updateOwnAccount(
      database.prisma,
      { accountId: email, source: unknownSource, mailing: { settings, sessionSecret, now }, sessionId: "none" },
      { password: hashFast("another horse battery") },
    );
    const device = browser(cookie);
    expect(await attempt(email, "another horse battery", device)).toMatchObject({ email });
    expect(waited).toEqual([5_000]);

    await attempt(email, "another horse battery", device);
    expect(waited).toEqual([5_000]);
  });

  test("is unknown while the account is blocked, and a blocked sign-in makes no cookie", async () => {
    const email = await attackedAccount();
    const cookie = await cookieOf(email);
    const { prisma } = service.infrastructure.database;
    await updateAccount(prisma, email, { blocked: true }, { accountId: email, source: unknownSource });
    const device = browser(cookie);

    expect(await attempt(email, password, device)).toMatchObject({ email, blocked: true });
    expect([waited, device.header(false)]).toEqual([[5_000], null]);
    expect(await findAccount(prisma, email)).toMatchObject({ blocked: true });
  });

  test("still needs the password, and a wrong one makes no cookie", async () => {
    const email = await attackedAccount();
    const device = browser(await cookieOf(email));

    expect(await attempt(email, "wrong", device)).toBeNull();
    expect(device.header(false)).toBeNull();
  });

  test("learns nothing about other addresses: with its cookie, a known and an unknown one cause the same work", async () => {
    const cookie = await cookieOf(await attackedAccount());
    const { database } = service.infrastructure;
    const workOf = async (email: string) => {
      const operations: string[] = [];
      const prisma = database.prisma.$extends({
        query: {
          $allOperations: ({ model, operation, args, query }) => {
            operations.push(`${model ?? "sql"}.${operation}`);
            return query(args);
          },
        },
      });
      // The extended client has every member that the queries use.
      const watched = { ...database, prisma: prisma as unknown as typeof database.prisma };
      const device = browser(cookie);
      const wait = async () => undefined;
      await signIn(watched, { email, password: "wrong" }, "192.0.2.7", () => time, { device, wait });
      return operations;
    };

    const known = await workOf(await attackedAccount());
    expect(known.filter((operation) => operation === "Account.findUnique")).toHaveLength(2);
    expect(await workOf("nobody@example.com")).toEqual(known);
  });
});
