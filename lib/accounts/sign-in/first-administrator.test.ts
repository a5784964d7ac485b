import { beforeEach, describe, expect, test } from "vitest";
import { everyDatabaseKind, useDatabase } from "../../../test/databases.ts";
import { ensureAdministrator } from "./first-administrator.ts";
import { insertAccount } from "./sign-in-queries.ts";
import { signIn } from "./sign-in.ts";

const bare = { name: null, password: null, verified: false };
const set = { ADMIN_EMAIL: "ada@example.com", ADMIN_PASSWORD: "correct horse battery" };

describe.each(everyDatabaseKind)("the first administrator (%s)", (databaseKind) => {
  const database = useDatabase(databaseKind);
  const said: string[] = [];

  beforeEach(async () => {
    said.length = 0;
    await database.prisma.account.deleteMany({});
  });

  const ensure = (settings: Partial<typeof set> = {}) =>
    ensureAdministrator(database, { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined, ...settings }, (line) =>
      said.push(line),
    );
  const accounts = () => database.prisma.account.findMany({ select: { email: true, role: true, blocked: true } });
  const roleOf = async (email: string, password: string) =>
    (await signIn(database, { email, password }, "192.0.2.1", Date.now))?.role;

  test("is the one that the settings name, and its password is not printed", async () => {
    await ensure(set);

    expect(await roleOf(set.ADMIN_EMAIL, set.ADMIN_PASSWORD)).toBe("admin");
    expect(said).toEqual(["Sign in as the first administrator: ada@example.com, with the password in ADMIN_PASSWORD."]);
  });

  // Only an operator of an embedded database reads the console.
  if (databaseKind === "embedded")
    test("gets a password that is printed only once when the settings have none", async () => {
      await ensure();

      const [, password = ""] = / with the password (\S+) \(shown only once\)\.$/.exec(said[0] ?? "") ?? [];
      expect(await roleOf("admin@theatre.local", password)).toBe("admin");
      await ensure();
      expect([said.length, await accounts()]).toMatchObject([1, [{ email: "admin@theatre.local" }]]);
    });
  else
    test.each([{}, { ADMIN_EMAIL: set.ADMIN_EMAIL }, { ADMIN_PASSWORD: set.ADMIN_PASSWORD }])(
      "is not created on a server database without complete settings (%j)",
      async (settings) => {
        await ensure(settings);

        expect([said, await accounts()]).toEqual([[expect.stringMatching(/^There is no administrator\./)], []]);
      },
    );

  test("is not created beside another, but is beside a blocked one", async () => {
    const other = await insertAccount(database.prisma, { ...bare, email: "bob@example.com", role: "admin" });
    await ensure(set);
    expect([said, await accounts()]).toMatchObject([[], [{ email: "bob@example.com" }]]);

    await database.prisma.account.update({ where: { id: other.id }, data: { blocked: true } });
    await ensure(set);
    const made = await database.prisma.account.findUnique({ where: { email: set.ADMIN_EMAIL } });
    expect(made?.verified).toBe(true);
    expect(await roleOf(set.ADMIN_EMAIL, set.ADMIN_PASSWORD)).toBe("admin");
  });

  test("is never an existing account with that address, which anyone may have opened", async () => {
    await insertAccount(database.prisma, { ...bare, email: set.ADMIN_EMAIL, role: "developer" });
    await ensure(set);

    expect(await accounts()).toEqual([{ email: set.ADMIN_EMAIL, role: "developer", blocked: false }]);
    expect(said).toEqual([
      expect.stringMatching(/^There is no administrator, and ada@example\.com already has an account/),
    ]);
  });
});
