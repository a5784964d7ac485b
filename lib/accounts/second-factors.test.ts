import { describe, expect, test } from "vitest";
import type { AccountRole } from "../db/generated/enums.ts";
import { databaseKinds } from "../../test/databases.ts";
import { developer, sendJson } from "../../test/developer.ts";
import { addApp, addPasskey, wrongCodeAt } from "../../test/factors.ts";
import { hashFast } from "../../test/fast-password-hash.ts";
import { useMailServer } from "../../test/mail-server.ts";
import { freshAddress } from "../../test/quota-helpers.ts";
import { useService } from "../../test/service.ts";
import { signInBy } from "../../test/sign-in-by.ts";

const path = "/account/second-factors";
const none = { totp: null, passkeys: [], recovery_codes_left: 0 };

describe.each(databaseKinds)("second factors and administrators (%s)", (databaseKind) => {
  let time = Date.now();
  const mail = useMailServer();
  const service = useService(databaseKind, () => ({
    now: () => time,
    settings: { ...mail.settings, PUBLIC_DAILY_LIMIT: "1000000" },
  }));
  const origin = () => new URL(mail.settings.NEXTAUTH_URL).origin;
  const prisma = () => service.infrastructure.database.prisma;

  test("the owner is told by mail of each factor that is added or removed", async () => {
    const person = await developer(service);
    await addApp(person, time);
    expect((await mail.take(person.email)).text).toContain("An authenticator app was added");
    const { id } = await addPasskey(person, origin());
    expect((await mail.take(person.email)).text).toContain("A passkey was added");
    await person.ask("DELETE", `${path}/passkeys/${id}`);
    expect((await mail.take(person.email)).text).toContain("A passkey was removed");
    await person.ask("DELETE", `${path}/totp`);
    expect((await mail.take(person.email)).text).toContain("An authenticator app was removed");
  });

  test("an address gets at most five letters a day about its own changes", async () => {
    const person = await developer(service);
    for (let times = 0; times < 4; times += 1) {
      const { id } = await addPasskey(person, origin());
      await person.ask("DELETE", `${path}/passkeys/${id}`);
    }

    expect(await prisma().letter.count({ where: { to: person.email } })).toBe(5);
  });

  test("ten wrong codes after the right password are told in one letter a day", async () => {
    const person = await developer(service);
    const data = { password: hashFast("correct horse battery"), verified: true };
    await prisma().account.update({ where: { id: person.id }, data });
    const { secret } = await addApp(person, time);
    for (let times = 0; times < 12; times += 1) {
      const fields = { email: person.email, password: "correct horse battery", code: wrongCodeAt(secret, time) };
      const place = { origin: origin(), address: freshAddress() };
      expect((await signInBy(service.infrastructure, place, "credentials", fields)).error).toBe("CredentialsSignin");
    }

    const letters = await prisma().letter.findMany({ where: { to: person.email }, orderBy: { id: "asc" } });
    expect(letters.map(({ subject }) => subject).slice(1)).toEqual([
      "Theatre Listings: Wrong codes entered for your account",
    ]);
  });

  test("an administrator removes all factors of a person, who is told", async () => {
    const [admin, person] = [await developer(service, "admin"), await developer(service)];
    await addApp(person, time);
    await addPasskey(person, origin());
    await mail.take(person.email);
    await mail.take(person.email);

    const { status, body } = await admin.ask("DELETE", `/accounts/${person.id}/second-factors`);
    expect([status, body]).toEqual([200, none]);
    expect((await person.ask("GET", path)).body).toEqual(none);
    expect((await mail.take(person.email)).text).toContain("An administrator of Theatre Listings has removed");
    const log = await prisma().securityLogEntry.findMany({ where: { account_id: person.id, by_account_id: admin.id } });
    expect(log.map(({ action }) => action)).toEqual(["second-factor-removed", "second-factor-removed"]);

    expect((await admin.ask("DELETE", `/accounts/${person.id}/second-factors`)).status).toBe(200);
    expect(await prisma().letter.count({ where: { to: person.email } })).toBe(3);
  });

  test("only an administrator who signed in within ten minutes may, and only of an account that exists", async () => {
    const [admin, editor, person] = [
      await developer(service, "admin"),
      await developer(service, "editor"),
      await developer(service),
    ];
    const place = `/accounts/${person.id}/second-factors`;

    expect((await sendJson(service, "DELETE", place)).status).toBe(401);
    for (const one of [editor, person])
      expect((await one.ask("DELETE", place)).body).toMatchObject({ error: "Forbidden" });
    for (const id of ["no-such-id", "%00"])
      expect((await admin.ask("DELETE", `/accounts/${id}/second-factors`)).status).toBe(404);
    time += 11 * 60_000;
    expect((await admin.ask("DELETE", place)).body).toMatchObject({ error: "Sign in again" });
  });
});

describe.each([
  ["optional", []],
  ["staff", ["editor", "admin"]],
  ["all", ["developer", "editor", "admin"]],
] as [string, AccountRole[]][])("SECOND_FACTOR=%s", (SECOND_FACTOR, asked) => {
  const service = useService(databaseKinds[0] ?? "embedded", { settings: { SECOND_FACTOR } });

  async function personWith(role: AccountRole, password: string | null) {
    const person = await developer(service, role);
    const { prisma } = service.infrastructure.database;
    await prisma.account.update({ where: { id: person.id }, data: { password: password && hashFast(password) } });
    return person;
  }

  test.each(["developer", "editor", "admin"] as const)("what an %s with a password alone may do", async (role) => {
    const person = await personWith(role, "correct horse battery");
    const isAsked = asked.includes(role);
    const places = ["/keys", "/security-log", ...(role === "developer" ? [] : ["/activity", "/problems"])];

    for (const place of places) {
      const { status, body } = await person.ask("GET", place);
      if (isAsked) expect([place, status, body]).toMatchObject([place, 403, { error: "Second factor required" }]);
      else expect([place, status]).toEqual([place, 200]);
    }
    for (const place of ["/account", "/account/sessions", path, "/shows", "/quota"])
      expect([place, (await person.ask("GET", place)).status]).toEqual([place, 200]);

    await addApp(person, Date.now());
    expect((await person.ask("GET", "/keys")).status).toBe(200);
    await person.ask("DELETE", `${path}/totp`);
    expect((await person.ask("GET", "/keys")).status).toBe(isAsked ? 403 : 200);
    await addPasskey(person, service.url);
    expect((await person.ask("GET", "/keys")).status).toBe(200);
  });

  test("an account without a password is not asked", async () => {
    expect((await (await personWith("admin", null)).ask("GET", "/activity")).status).toBe(200);
  });
});
