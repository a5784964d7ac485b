import { describe, expect, test, vi } from "vitest";
import { findAccount, updateAccount, updateOwnAccount } from "../account-queries.ts";
import { recordFailedSignIn } from "../security-log/security-log-queries.ts";
import { unknownSource } from "../../core/client-address.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { developer, knownPassword as password, personWithPassword, watched } from "../../../test/developer.ts";
import { addApp, addPasskey, codeAt, wrongCodeAt, type SoftwareAuthenticator } from "../../../test/factors.ts";
import { hashFast } from "../../../test/templates.ts";
import { freshAddress } from "../../../test/quota-helpers.ts";
import { highLimits, useService } from "../../../test/service.ts";
import { signInBy } from "../../../test/signed-in.ts";
import { DeviceCookie } from "./device-cookie.ts";
import { hashingQueue } from "./password.ts";
import { signIn } from "./sign-in.ts";

const secret = "a secret of the test";
const origin = "https://listings.example";
const seconds = 1_000;
const minutes = 60 * seconds;
const tooBusy = { code: "unavailable", details: { headers: { "Retry-After": "2" } } };
const newEmail = () => `${crypto.randomUUID()}@example.com`;

describe.each(databaseKinds)("wrong passwords (%s)", (databaseKind) => {
  // The service deletes failures that are old by the database's clock.
  let time = Date.now();
  /** What each attempt was delayed by, in milliseconds. */
  let waited: number[] = [];
  const service = useService(databaseKind, {
    now: () => time,
    settings: { ...highLimits, NEXTAUTH_URL: origin },
  });
  const prisma = () => service.infrastructure.database.prisma;

  async function newAccount(): Promise<string> {
    const email = newEmail();
    await prisma().account.create({ data: { id: email, email, password: hashFast(password) } });
    waited = [];
    return email;
  }
  const wait = async (milliseconds: number) => {
    waited.push(milliseconds);
  };
  const attempt = (
    email: string,
    given: string,
    address: string,
    device: DeviceCookie | null = null,
    isGone = () => false,
  ) =>
    signIn(service.infrastructure.database, { email, password: given }, address, () => time, { device, isGone, wait });
  const succeeds = async (...given: Parameters<typeof attempt>) => (await attempt(...given)) !== null;
  const failures = (where: { email?: string; address?: string }) => prisma().signInFailure.count({ where });
  /** Failures of others: the first three from `address`, each of the rest from another. */
  const haveFailed = (email: string, times: number, address: string) =>
    prisma().signInFailure.createMany({
      data: Array.from({ length: times }, (_, index) => ({
        email,
        address: index < 3 ? address : `elsewhere ${index}`,
        at: new Date(time - seconds),
      })),
    });
  /** Makes every check of the account's password fail. */
  const breakHash = (email: string) =>
    prisma().account.update({ where: { id: email }, data: { password: hashFast(password).replace("$16$", "$15$") } });
  const browser = (cookie?: string) => new DeviceCookie(cookie, secret);
  /** The `Cookie` header of a browser that has signed in, after its earlier ones. */
  async function cookieOf(email: string, sent?: string, word = password): Promise<string> {
    const device = browser(sent);
    expect(await attempt(email, word, freshAddress(), device)).toMatchObject({ email });
    waited = [];
    return device.header(false)?.split(";", 1)[0] ?? expect.fail("There is no cookie.");
  }

  /** How many fail where, then who tries where: `here`, `there` or `any` other place, by a `known` browser or not. */
  test.each([
    ["nine keep no one out", 9, "here", "here", true],
    ["ten keep out their address", 10, "here", "here", false],
    ["ten do not keep out another address", 10, "here", "there", true],
    ["ten of others do not keep out a known browser at their address", 10, "here", "known here", true],
    ["ten of a known browser, from whichever addresses, keep it out", 10, "known any", "known there", false],
    ["ten of a known browser keep out others at its address", 10, "known here", "here", false],
  ])("for one account within 15 minutes: %s", async (_promise, times, wrong, then, expected) => {
    const email = await newAccount();
    const places = new Map(["here", "there"].map((place) => [place, freshAddress()]));
    const cookie = await cookieOf(email);
    const tryAs = (who: string, given: string) =>
      attempt(
        email,
        given,
        places.get(who.replace("known ", "")) ?? freshAddress(),
        who.startsWith("known") ? browser(cookie) : null,
      );
    const tries = Array.from({ length: times }, () => tryAs(wrong, "wrong"));
    expect(new Set(await Promise.all(tries))).toEqual(new Set([null]));
    const last = async () => (await tryAs(then, password)) !== null;

    // A right password does not count.
    expect([await last(), await last()]).toEqual([expected, expected]);
    time += 15 * minutes - 1;
    expect(await last()).toBe(expected);
    time += 1;
    expect(await last()).toBe(true);
  });

  test("fifty keep out their address for every account", async () => {
    const [email, address] = [await newAccount(), freshAddress()];
    const others = Array.from({ length: 49 }, newEmail);
    for (const one of [await newAccount(), ...others]) await attempt(one, "wrong", address);

    expect([await succeeds(email, password, address), await succeeds(email, password, freshAddress())]).toEqual([
      false,
      true,
    ]);
    time += 15 * minutes;
    expect(await succeeds(email, password, address)).toBe(true);
  });

  test("of an address with ten in progress more get 503, and another address is not kept waiting", async () => {
    const [email, address] = [await newAccount(), freshAddress()];
    const tries = Array.from({ length: 11 }, () => attempt(email, "wrong", address));
    const elsewhere = succeeds(email, password, freshAddress());

    const asked = await Promise.allSettled(tries);
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(asked.at(-1)).toMatchObject({ reason: tooBusy });
    expect([await elsewhere, await failures({ email })]).toEqual([true, 10]);
  });

  test("a throttled attempt is not hashed, and takes as long as a recent check; one that fails does not count", async () => {
    const [email, address] = [await newAccount(), freshAddress()];
    for (let time = 0; time < 10; time += 1) await attempt(email, "wrong", address);
    await breakHash(email);
    waited = [];

    expect(await attempt(email, password, address)).toBeNull();
    expect(waited).toEqual([expect.any(Number)]);
    expect(waited[0]).toBeGreaterThan(0);
    const elsewhere = freshAddress();
    await expect(attempt(email, password, elsewhere)).rejects.toThrow();
    expect(await failures({ address: elsewhere })).toBe(0);
  });

  test.each([
    [19, "its own", []],
    [20, "its own", [1 * seconds]],
    [34, "its own", [15 * seconds]],
    [500, "its own", [30 * seconds]],
    [20, "another", [1 * seconds]],
    [500, "another", [5 * seconds]],
  ])(
    "after %i from all addresses, three of them from %s, a sign-in waits %j milliseconds",
    async (times, whose, waits) => {
      const [email, stranger, other, address] = [await newAccount(), newEmail(), await newAccount(), freshAddress()];
      for (const one of [email, stranger]) await haveFailed(one, times, whose === "another" ? freshAddress() : address);

      expect([await succeeds(email, password, address), waited]).toEqual([true, waits]);
      // An address without an account is delayed equally, and another account not at all.
      waited = [];
      expect([await succeeds(stranger, password, address), waited]).toEqual([false, waits]);
      waited = [];
      expect([await succeeds(other, password, address), waited]).toEqual([true, []]);
    },
  );

  test("a client that disconnects while it waits is not checked, and does not count", async () => {
    const [email, address] = [await newAccount(), freshAddress()];
    await haveFailed(email, 49, address);
    await breakHash(email);

    expect(await attempt(email, password, address, null, () => true)).toBeNull();
    expect(await failures({ email })).toBe(49);
  });

  test("a browser that signed in before is not delayed, in each of its accounts and in no other", async () => {
    const [one, two, other] = [await newAccount(), await newAccount(), await newAccount()];
    const cookie = await cookieOf(two, await cookieOf(one));
    for (const email of [one, two, other]) await haveFailed(email, 500, "elsewhere");
    for (const email of [one, two]) expect(await succeeds(email, password, freshAddress(), browser(cookie))).toBe(true);
    expect(waited).toEqual([]);
    for (const [email, device] of [
      [other, browser(cookie)],
      [one, browser()],
    ] as const)
      await attempt(email, password, freshAddress(), device);
    expect(waited).toEqual([5 * seconds, 5 * seconds]);

    const device = browser(cookie);
    expect([await attempt(one, "wrong", freshAddress(), device), device.header(false)]).toEqual([null, null]);
  });

  test("a browser is unknown after a new password until it signs in with that, and while the account is blocked", async () => {
    const email = await newAccount();
    const cookie = await cookieOf(email);
    await haveFailed(email, 500, "elsewhere");
    const owner = { accountId: email, source: unknownSource, mailing: service.infrastructure, sessionId: "-" };
    await updateOwnAccount(prisma(), owner, { password: hashFast("another horse battery") });
    const device = browser(cookie);
    const signsIn = () => succeeds(email, "another horse battery", freshAddress(), device);
    expect([await signsIn(), await signsIn()]).toEqual([true, true]);
    expect(waited).toEqual([5 * seconds]);

    await updateAccount(prisma(), email, { blocked: true }, { accountId: email, source: unknownSource });
    const blocked = browser(device.header(false)?.split(";", 1)[0]);
    expect(await attempt(email, "another horse battery", freshAddress(), blocked)).toMatchObject({ blocked: true });
    expect([waited.length, blocked.header(false)]).toEqual([2, null]);
    expect(await findAccount(prisma(), email)).toMatchObject({ blocked: true });
  });

  test("whether an address has an account makes no difference to the work, in a new and in a known browser", async () => {
    const cookie = await cookieOf(await newAccount());
    for (const [sent, reads] of [
      [undefined, 1],
      [cookie, 2],
    ] as const) {
      const workOf = async (email: string) => {
        const { database, operations } = watched(service.infrastructure.database);
        const device = browser(sent);
        await signIn(database, { email, password: "wrong" }, freshAddress(), () => time, { device, wait });
        return operations;
      };
      const known = await workOf(await newAccount());
      expect(known.filter((operation) => operation === "Account.findUnique")).toHaveLength(reads);
      expect(await workOf(newEmail())).toEqual(known);
    }
  });

  test("whether an address has an account makes no difference to whether the statement of the security log writes", async () => {
    for (const email of [await newAccount(), newEmail()]) {
      const { id } = await prisma().signInFailure.create({ data: { email, address: "192.0.2.1", at: new Date() } });
      const place = () => prisma().$queryRaw`SELECT ctid::text FROM sign_in_failures WHERE id = ${id}`;
      const before = await place();
      await recordFailedSignIn(service.infrastructure.database, id, { address: "192.0.2.1", userAgent: null });
      expect(await place()).not.toEqual(before);
    }
  });

  test("ten for the current password keep even the right one out from that address, and from no other", async () => {
    const owner = await personWithPassword(service);
    const set = (current_password: string, headers = {}) =>
      owner.ask("PUT", "/account", { password: "another horse battery", current_password }, headers);
    for (let turn = 0; turn < 10; turn += 1) expect((await set(`wrong ${turn}`)).status).toBe(400);

    const [right, wrong] = [await set(password), await set("wrong")];
    expect([right.status, right.text]).toEqual([400, wrong.text]);
    expect((await owner.ask("DELETE", "/account", { password })).status).toBe(400);
    expect((await set(password, { "x-forwarded-for": freshAddress() })).status).toBe(200);
  });

  test("wrong codes count like them, and missing ones do not", async () => {
    const [{ id, email, ask }, address] = [await personWithPassword(service), freshAddress()];
    const { secret: key } = await addApp({ ask }, time);
    time += 30 * seconds;
    const errorOf = async (code: object, from = address) => {
      const fields = { email, password, ...code };
      return (await signInBy(service.infrastructure, { origin, address: from }, "credentials", fields)).error;
    };
    const [wrong, right] = [{ code: wrongCodeAt(key, time) }, { code: codeAt(key, time) }];
    for (let times = 0; times < 12; times += 1) expect(await errorOf({})).toBe("SecondFactorRequired");
    for (let times = 0; times < 10; times += 1) expect(await errorOf(wrong)).toBe("CredentialsSignin");

    expect([await errorOf(right), await errorOf({})]).toEqual(["CredentialsSignin", "CredentialsSignin"]);
    expect(await errorOf(right, freshAddress())).toBeNull();
    const where = { account_id: id, action: "sign-in-failed" };
    expect(await prisma().securityLogEntry.count({ where })).toBe(10);
  });

  test("fifty refused passkeys from one address end attempts there", async () => {
    const { ask } = await developer(service);
    const { authenticator } = await addPasskey({ ask }, origin);
    const errorOf = async (response: unknown, address: string) =>
      (await signInBy(service.infrastructure, { origin, address }, "passkey", { response: JSON.stringify(response) }))
        .error;
    const right = async () => {
      const { body } = await ask("POST", "/account/passkey-options");
      return authenticator.get(body as Parameters<SoftwareAuthenticator["get"]>[0]);
    };
    const address = freshAddress();
    for (let times = 0; times < 50; times += 1) await errorOf({}, address);

    expect([await errorOf(await right(), address), await errorOf(await right(), freshAddress())]).toEqual([
      "CredentialsSignin",
      null,
    ]);
  });

  // `sign-in-faults.test.ts` has the attack on the running service.
  test("of a crowd that tries again and again come after the owner's, from a new and from a known browser", async () => {
    const [email, networks] = [await newAccount(), 12];
    const cookie = await cookieOf(email);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const started: string[] = [];
    let waiting = 0;
    let allWait = () => {};
    const run = hashingQueue.run.bind(hashingQueue);
    // Nothing is hashed until all are in the queue, which notes whom it starts.
    const queued = vi.spyOn(hashingQueue, "run").mockImplementation((address, hash, options) => {
      const asked = run(
        address,
        () => {
          started.push(options?.knownAccount ? "known" : address);
          return hash();
        },
        options,
      );
      if (++waiting === networks * 2 + 2) allWait();
      return asked;
    });
    const all = new Promise<void>((resolve) => (allWait = resolve));
    const busy = ["198.18.1.1", "198.18.2.1"].map((address) => run(address, () => released));
    busy.push(run("198.18.3.1", () => released, { knownAccount: "another" }));
    const crowd = Array.from({ length: networks * 2 }, (_, index) =>
      attempt(newEmail(), "wrong", `198.19.${index % networks}.1`),
    );
    // The queue is that of all tests of this process, so the new browser's network is one that no other test uses.
    const owner = [attempt(email, password, "100.127.201.1"), attempt(email, password, "203.0.114.1", browser(cookie))];
    await all;
    release();

    expect(await Promise.all(owner)).toEqual([expect.objectContaining({ email }), expect.objectContaining({ email })]);
    await Promise.all([...busy, ...crowd]);
    queued.mockRestore();
    expect(started).toHaveLength(networks * 2 + 2);
    expect(started.slice(0, 3)).toEqual(expect.arrayContaining(["100.127.201.1", "known"]));
  });
});
