import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkExternalAccount, type ProviderClaims } from "../next-auth/link-external-account.ts";
import { createSession } from "../sign-in/sessions.ts";
import type { Prisma } from "../../db/generated/client.ts";
import type { Database } from "../../db/database.ts";
import { createKey } from "../../keys/queries.ts";
import { hashFast } from "../../../test/fast-password-hash.ts";
import { openTestDatabase, databaseKinds } from "../../../test/databases.ts";
import { findAccountOfIdentity } from "../identity-queries.ts";

type WithAddress = ProviderClaims & { email: string };
const password = hashFast("correct horse battery");

describe.each(databaseKinds)("a person who comes from a provider (%s)", (databaseKind) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(databaseKind);
  });
  afterAll(() => database.close());

  /** A person without an account, whose address the provider vouches for. */
  function claims(changes: Partial<WithAddress> = {}): WithAddress {
    const subject = randomUUID();
    return { provider: "google", subject, email: `${subject}@example.com`, name: "Ada", isVerified: true, ...changes };
  }
  const admit = (who: ProviderClaims) => linkExternalAccount(database, who);
  const idOf = (who: ProviderClaims) => findAccountOfIdentity(database.prisma, who);
  const accountOf = (email: string) =>
    database.prisma.account.findUnique({
      where: { email },
      select: {
        ...{ id: true, name: true, role: true, role_to_confirm: true, verified: true },
        ...{ password: true, sessions: true, identities: true, keys: { select: { revoked_at: true } } },
      },
    });

  /** An account with a password, a session and a key. */
  async function anAccount(changes: Partial<Prisma.AccountCreateInput> = {}) {
    const id = randomUUID();
    const email = `${id}@example.com`;
    await database.prisma.account.create({ data: { id, email, password, name: "Who opened it", ...changes } });
    await createSession(database, id, Date.now);
    await createKey(database.prisma, { email, name: "A key", expiresAt: null, dailyLimit: null });
    return { id, email };
  }
  const actionsOn = async (account_id: string) => {
    const where = { account_id, action: { not: "sign-in" } };
    const entries = await database.prisma.securityLogEntry.findMany({ where, orderBy: { id: "asc" } });
    return entries.map(({ action, detail, by_account_id }) => [action, detail, by_account_id]);
  };
  const keyEvent = (action: string) => [action, { prefix: expect.any(String) }, null];

  test.each([true, false])("gets a developer account, and the same one the next time (%s)", async (isVerified) => {
    const ada = claims({ isVerified });
    expect([await idOf(ada), await admit(ada)]).toEqual([null, "joined"]);

    expect(await accountOf(ada.email)).toMatchObject({ name: "Ada", role: "developer", password: null });
    const id = await idOf(ada);
    expect(await admit({ ...ada, email: `new-${ada.email}`, name: "Ada Quill" })).toBe("joined");
    expect([await idOf(ada), await accountOf(`new-${ada.email}`)]).toEqual([id, null]);
    expect(await accountOf(ada.email)).toMatchObject({ id, name: "Ada" });
  });

  test("is another person than one with the same id at another provider", async () => {
    const ada = claims();
    const namesake = claims({ provider: "github", subject: ada.subject, email: `other-${ada.email}` });
    await admit(ada);

    expect([await idOf(namesake), await admit(namesake)]).toEqual([null, "joined"]);
    expect(await idOf(namesake)).not.toBe(await idOf(ada));
  });

  test.each([null, undefined, "", "nobody", 7, ["ada@example.com"]])(
    "without an address (%j) gets no account",
    async (email) => {
      const nobody = { ...claims(), email };
      expect([await admit(nobody), await idOf(nobody)]).toEqual(["no address", null]);
    },
  );

  test("has no name when the provider's is not a valid one", async () => {
    for (const name of [undefined, " ", 7, "x".repeat(201)]) {
      const somebody = claims({ name });
      await admit(somebody);
      expect(await accountOf(somebody.email)).toMatchObject({ name: null });
    }
  });

  test("joins no account by an unverified address", async () => {
    const { email } = await anAccount();
    const stranger = claims({ email, isVerified: false });

    expect([await admit(stranger), await idOf(stranger)]).toEqual(["taken", null]);
    expect(await accountOf(email)).toMatchObject({ password, sessions: [{}], identities: [] });
  });

  test("joins the account of their address, in any case, and ends the access of the person who opened it unproven", async () => {
    const { id, email } = await anAccount();
    const [bystander, other] = [claims(), await anAccount()];
    await admit(bystander);
    const unproven = { provider: "github", subject: randomUUID() };
    await database.prisma.identity.create({ data: { ...unproven, verified: false, account_id: id } });
    const owner = claims({ email: email.toUpperCase() });

    expect([await admit(owner), await idOf(owner)]).toEqual(["joined", id]);
    const after = await accountOf(email);
    expect(after).toMatchObject({
      ...{ password: null, name: "Ada", role: "developer", role_to_confirm: null, verified: true },
      sessions: [],
      identities: [{ subject: owner.subject, verified: true }],
      keys: [{ revoked_at: expect.any(Date) }],
    });
    expect(await actionsOn(id)).toEqual([
      keyEvent("key-created"),
      keyEvent("key-revoked"),
      ["address-verified", null, null],
    ]);
    expect(after?.identities).toHaveLength(1);
    expect(await findAccountOfIdentity(database.prisma, unproven)).toBeNull();
    expect(await idOf(bystander)).not.toBeNull();
    expect(await accountOf(other.email)).toMatchObject({ password, sessions: [{}], keys: [{ revoked_at: null }] });
  });

  test("keeps everything of an account that was verified before", async () => {
    const { id, email } = await anAccount();
    const [first, second] = [claims({ email }), claims({ email, provider: "github" })];
    await admit(first);
    await database.prisma.account.update({ where: { id }, data: { password, role: "editor" } });
    await createKey(database.prisma, { email, name: "Another", expiresAt: null, dailyLimit: null });

    expect(await admit({ ...second, name: "Ada elsewhere" })).toBe("joined");

    expect([await idOf(first), await idOf(second)]).toEqual([id, id]);
    expect(await accountOf(email)).toMatchObject({ name: "Ada", password, role: "editor", role_to_confirm: null });
    const works = { account_id: id, revoked_at: null };
    expect(await database.prisma.apiKey.count({ where: works })).toBe(1);
  });

  test("keeps everything of an account that an operator created", async () => {
    const { id, email } = await anAccount({ role: "admin", verified: true });

    expect(await admit(claims({ email }))).toBe("joined");

    expect(await accountOf(email)).toMatchObject({
      ...{ name: "Who opened it", password, role: "admin", role_to_confirm: null },
      sessions: [{}],
      keys: [{ revoked_at: null }],
    });
    expect(await actionsOn(id)).toEqual([keyEvent("key-created")]);
  });

  test.each(["editor", "admin"] as const)(
    "as %s waits for the role, because it was given to the person who had the account before",
    async (role) => {
      await anAccount({ role: "admin" });
      const { id, email } = await anAccount({ role });
      const member = claims({ email });

      expect([await admit(member), await idOf(member)]).toEqual(["joined", id]);
      expect(await accountOf(email)).toMatchObject({
        ...{ role: "developer", role_to_confirm: role, name: "Ada", password: null },
        sessions: [],
        keys: [{ revoked_at: expect.any(Date) }],
      });
      expect(await actionsOn(id)).toEqual([
        keyEvent("key-created"),
        keyEvent("key-revoked"),
        ["address-verified", null, null],
        ["role-changed", { from: role, to: "developer" }, null],
      ]);
    },
  );

  test("keeps the role as the last administrator, also when the last two come at once", async () => {
    const administrators = () => database.prisma.account.count({ where: { role: "admin", blocked: false } });
    for (let round = 0; round < 5; round += 1) {
      await database.prisma.account.updateMany({ where: { role: "admin" }, data: { role: "developer" } });
      const both = [await anAccount({ role: "admin" }), await anAccount({ role: "admin" })];

      expect(await Promise.all(both.map(({ email }) => admit(claims({ email }))))).toEqual(["joined", "joined"]);

      expect(await administrators()).toBe(1);
      for (const { email } of both) expect(await accountOf(email)).toMatchObject({ password: null, sessions: [] });
    }
  });

  test("and is blocked is refused, whichever way they sign in", async () => {
    const { email } = await anAccount({ blocked: true });
    const byAddress = claims({ email });
    const known = claims();
    await admit(known);
    await database.prisma.account.update({ where: { email: known.email }, data: { blocked: true } });

    expect([await admit(byAddress), await idOf(byAddress), await admit(known)]).toEqual(["blocked", null, "blocked"]);
    expect(await accountOf(email)).toMatchObject({ password });
  });

  test("signs in twice at once to an account that another person had opened", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, email } = await anAccount();
      const [one, other] = [claims({ email }), claims({ email, provider: "github" })];

      expect(await Promise.all([one, other].map(admit))).toEqual(["joined", "joined"]);
      expect([await idOf(one), await idOf(other)]).toEqual([id, id]);
      expect(await accountOf(email)).toMatchObject({ password: null, sessions: [] });
    }
  });

  test("signs in several times at once and has one account", async () => {
    for (let round = 0; round < 5; round += 1) {
      const ada = claims();
      const other = { ...ada, provider: "github" };

      expect(await Promise.all([ada, ada, other, other].map(admit))).toEqual(["joined", "joined", "joined", "joined"]);
      expect(await idOf(ada)).not.toBeNull();
      expect(await idOf(ada)).toBe(await idOf(other));
    }
  });

  test.each([
    ["the address or the identity is always taken", "23505", 3],
    ["the database is unreachable", "08006", 1],
  ])("is told when it can't be, as often tried as could help (%s)", async (_why, code, tries) => {
    let tried = 0;
    const $transaction = () => {
      tried += 1;
      return Promise.reject(Object.assign(new Error("It fails."), { code }));
    };
    const prisma = new Proxy(database.prisma, {
      get: (client, name) => (name === "$transaction" ? $transaction : (Reflect.get(client, name) as unknown)),
    });

    await expect(linkExternalAccount({ ...database, prisma }, claims())).rejects.toThrow("It fails.");
    expect(tried).toBe(tries);
  });
});
