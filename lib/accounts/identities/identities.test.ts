import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { linkExternalAccount, type ProviderClaims, findAccountOfIdentity } from "../identity-queries.ts";
import { createSession } from "../sign-in/sessions.ts";
import type { Prisma } from "../../db/generated/client.ts";
import { createKey } from "../keys/key-queries.ts";
import { hashFast } from "../../../test/templates.ts";
import { databaseKinds, useDatabase } from "../../../test/databases.ts";

type WithAddress = ProviderClaims & { email: string };
const password = hashFast("correct horse battery");

describe.each(databaseKinds)("a person who comes from a provider (%s)", (databaseKind) => {
  const database = useDatabase(databaseKind);

  /** A person without an account, whose address the provider vouches for. */
  function claims(changes: Partial<WithAddress> = {}): WithAddress {
    const subject = randomUUID();
    return { provider: "google", subject, email: `${subject}@example.com`, name: "Ada", isVerified: true, ...changes };
  }
  const admit = (who: ProviderClaims) => linkExternalAccount(database, who);
  const idOf = async (who: ProviderClaims) => (await findAccountOfIdentity(database.prisma, who))?.id ?? null;
  const accountOf = (email: string) =>
    database.prisma.account.findUnique({
      where: { email },
      include: { sessions: true, identities: true, keys: { select: { revoked_at: true } } },
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
    return entries.map(({ action, detail }) => [action, detail]);
  };
  const keyEvent = (action: string) => [action, { prefix: expect.any(String) }];
  /** What `anAccount` makes, unchanged. */
  const untouched = { password, sessions: [{}], keys: [{ revoked_at: null }] };

  test.each([true, false])(
    "gets a developer account, and the same one the next time (verified: %s)",
    async (isVerified) => {
      const ada = claims({ isVerified });
      expect([await idOf(ada), await admit(ada)]).toEqual([null, "joined"]);

      expect(await accountOf(ada.email)).toMatchObject({ name: "Ada", role: "developer", password: null });
      const id = await idOf(ada);
      expect(await admit({ ...ada, email: `new-${ada.email}`, name: "Ada Quill" })).toBe("joined");
      expect([await idOf(ada), await accountOf(`new-${ada.email}`)]).toEqual([id, null]);
      expect(await accountOf(ada.email)).toMatchObject({ id, name: "Ada" });
      // The same id at another provider is another person.
      const namesake = claims({ provider: "github", subject: ada.subject, email: `other-${ada.email}` });
      expect([await idOf(namesake), await admit(namesake)]).toEqual([null, "joined"]);
      expect(await idOf(namesake)).not.toBe(id);
    },
  );

  test.each([null, undefined, "", "unknown", 7, ["ada@example.com"]])(
    "without an address (%j) gets no account",
    async (email) => {
      const nobody = { ...claims(), email };
      expect([await admit(nobody), await idOf(nobody)]).toEqual(["no address", null]);
    },
  );

  test.each([undefined, " ", 7, "x".repeat(201)])(
    "has no name when the provider's is not a valid one (%j)",
    async (name) => {
      const person = claims({ name });
      await admit(person);
      expect(await accountOf(person.email)).toMatchObject({ name: null });
    },
  );

  test("joins no account by an unverified address, and none that is blocked, whichever way they sign in", async () => {
    const { email } = await anAccount();
    const stranger = claims({ email, isVerified: false });
    expect([await admit(stranger), await idOf(stranger)]).toEqual(["taken", null]);
    expect(await accountOf(email)).toMatchObject({ ...untouched, identities: [] });

    const blocked = claims({ email: (await anAccount({ blocked: true })).email });
    const known = claims();
    await admit(known);
    await database.prisma.account.update({ where: { email: known.email }, data: { blocked: true } });
    expect([await admit(blocked), await idOf(blocked), await admit(known)]).toEqual(["blocked", null, "blocked"]);
    expect(await accountOf(blocked.email)).toMatchObject(untouched);
  });

  test.each(["developer", "editor", "admin"] as const)(
    "joins the account of their address, in any case, and ends the access of who opened it unproven; the role of %s waits",
    async (role) => {
      const [other, { id, email }] = [await anAccount({ role: "admin" }), await anAccount({ role })];
      const unproven = { provider: "github", subject: randomUUID() };
      await database.prisma.identity.create({ data: { ...unproven, verified: false, account_id: id } });
      const owner = claims({ email: email.toUpperCase() });

      expect([await admit(owner), await idOf(owner)]).toEqual(["joined", id]);

      const waits = role === "developer" ? null : role;
      expect(await accountOf(email)).toMatchObject({
        ...{ password: null, name: "Ada", role: "developer", role_to_confirm: waits, verified: true },
        sessions: [],
        identities: [{ subject: owner.subject, verified: true }],
        keys: [{ revoked_at: expect.any(Date) }],
      });
      expect(await actionsOn(id)).toEqual([
        keyEvent("key-created"),
        keyEvent("key-revoked"),
        ["address-verified", null],
        ...(waits ? [["role-changed", { from: role, to: "developer" }]] : []),
      ]);
      expect(await idOf({ ...claims(), ...unproven })).toBeNull();
      expect(await accountOf(other.email)).toMatchObject(untouched);
    },
  );

  test("keeps everything of an account that was verified before, or that an operator created", async () => {
    const { id, email } = await anAccount({ role: "admin", verified: true });
    const both = [claims({ email }), claims({ email, provider: "github", name: "Ada elsewhere" })];

    for (const who of both) expect([await admit(who), await idOf(who)]).toEqual(["joined", id]);

    expect(await accountOf(email)).toMatchObject({
      ...{ ...untouched, name: "Who opened it", role: "admin", role_to_confirm: null },
    });
    expect(await actionsOn(id)).toEqual([keyEvent("key-created")]);
  });

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

  test("signs in several times at once and has one account, a new one or that of another person", async () => {
    for (let round = 0; round < 5; round += 1) {
      const ada = round % 2 === 0 ? claims() : claims({ email: (await anAccount()).email });
      const other = { ...ada, provider: "github" };

      expect(await Promise.all([ada, ada, other, other].map(admit))).toEqual(["joined", "joined", "joined", "joined"]);
      expect([await idOf(ada), await idOf(other)]).toEqual(Array(2).fill((await accountOf(ada.email))?.id));
      expect(await accountOf(ada.email)).toMatchObject({ password: null, sessions: [] });
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
