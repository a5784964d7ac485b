import { describe, expect, test } from "vitest";
import { hashFast } from "../../../test/fast-password-hash.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { signIn } from "./sign-in.ts";

const password = "correct horse battery";
const seconds = 1_000;

describe.each(databaseKinds)("a sign-in (%s)", (databaseKind) => {
  let accounts = 0;
  // The service deletes failures that are old by the database's clock.
  const time = Date.now();
  let waited: number[] = [];

  const service = useService(databaseKind, { now: () => time });

  async function newAccount(): Promise<string> {
    accounts += 1;
    const email = `account-${accounts}@example.com`;
    const { prisma } = service.infrastructure.database;
    await prisma.account.create({ data: { id: email, email, password: hashFast(password) } });
    return email;
  }
  const attempt = (email: string, given: string, address: string, isGone = () => false) =>
    signIn(service.infrastructure.database, { email, password: given }, address, () => time, {
      isGone,
      wait: async (milliseconds) => {
        waited.push(milliseconds);
      },
    });
  const failures = (email: string) => service.infrastructure.database.prisma.signInFailure.count({ where: { email } });
  /** The first three failures are of `address`, the others each of another one. */
  async function fail(email: string, times: number, address: string): Promise<void> {
    await service.infrastructure.database.prisma.signInFailure.createMany({
      data: Array.from({ length: times }, (_, index) => ({
        email,
        address: index < 3 ? address : `elsewhere ${index}`,
        at: new Date(time - seconds),
      })),
    });
  }
  /** Makes every password check of the account fail. */
  const breakHash = (email: string) =>
    service.infrastructure.database.prisma.account.update({
      where: { id: email },
      data: { password: hashFast(password).replace("$16$", "$15$") },
    });

  test("that is throttled is not hashed, and takes as long as a recent check", async () => {
    const email = await newAccount();
    for (let time = 0; time < 10; time += 1) await attempt(email, "wrong", "192.0.2.1");
    await breakHash(email);
    waited = [];

    expect(await attempt(email, password, "192.0.2.1")).toBeNull();
    expect(waited).toEqual([expect.any(Number)]);
    expect(waited[0]).toBeGreaterThan(0);
    await expect(attempt(email, password, "192.0.2.2")).rejects.toThrow();
  });

  test("that could not be checked does not count", async () => {
    const email = await newAccount();
    await breakHash(email);

    await expect(attempt(email, password, "192.0.2.3")).rejects.toThrow();
    expect(await failures(email)).toBe(0);
  });

  test.each([
    [19, []],
    [20, [1 * seconds]],
    [34, [15 * seconds]],
    [49, [30 * seconds]],
    [500, [30 * seconds]],
  ])(
    "after %i failures from all addresses, three of them from its own, waits %j milliseconds, and then succeeds",
    async (times, waits) => {
      const email = await newAccount();
      await fail(email, times, "192.0.2.4");
      waited = [];

      expect(await attempt(email, password, "192.0.2.4")).toMatchObject({ email });
      expect(waited).toEqual(waits);
      // Another account is not delayed.
      waited = [];
      await attempt(await newAccount(), password, "192.0.2.4");
      expect(waited).toEqual([]);
    },
  );

  test.each([
    [20, [1 * seconds]],
    [500, [5 * seconds]],
  ])("after %i failures from other addresses waits %j milliseconds", async (times, waits) => {
    const email = await newAccount();
    await fail(email, times, "192.0.2.4");
    waited = [];

    expect(await attempt(email, password, "192.0.2.44")).toMatchObject({ email });
    expect(waited).toEqual(waits);
  });

  test("for an email address without an account is delayed equally", async () => {
    await fail("stranger@example.com", 49, "192.0.2.5");
    waited = [];

    expect(await attempt("stranger@example.com", password, "192.0.2.5")).toBeNull();
    expect(await attempt("stranger@example.com", password, "192.0.2.55")).toBeNull();
    expect(waited).toEqual([30 * seconds, 5 * seconds]);
  });

  test("whose client disconnects while it waits is not checked, and does not count", async () => {
    const email = await newAccount();
    await fail(email, 49, "192.0.2.6");
    await breakHash(email);

    expect(await attempt(email, password, "192.0.2.6", () => true)).toBeNull();
    expect(await failures(email)).toBe(49);
  });

  test("is refused with 503 from an address with ten in progress, and not from another", async () => {
    const email = await newAccount();
    const tries = Array.from({ length: 11 }, () => attempt(email, "wrong", "192.0.2.7"));
    const elsewhere = attempt(email, password, "192.0.2.8");

    const asked = await Promise.allSettled(tries);
    expect(asked.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => "fulfilled"), "rejected"]);
    expect(asked.at(-1)).toMatchObject({
      reason: { code: "unavailable", details: { headers: { "Retry-After": "2" } } },
    });
    expect(await elsewhere).toMatchObject({ email });
    expect(await failures(email)).toBe(10);
  });
});
