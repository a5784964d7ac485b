import { describe, expect, test } from "vitest";
import { databaseKinds, fastestDatabase } from "../../../test/databases.ts";
import { actionsOn, developer, invalidFieldsOf, knownPassword, personWithPassword } from "../../../test/developer.ts";
import { addApp, addPasskey, codeAt, wrongCodeAt, SoftwareAuthenticator } from "../../../test/factors.ts";
import { useMailServer } from "../../../test/mail-server.ts";
import { freshAddress } from "../../../test/quota-helpers.ts";
import { signInBy } from "../../../test/signed-in.ts";
import { highLimits, useService } from "../../../test/service.ts";

const path = "/account/second-factors";
const none = { totp: null, passkeys: [], recovery_codes_left: 0 };
type CreationOptions = Parameters<SoftwareAuthenticator["create"]>[0];

describe.each(databaseKinds)("the second factors of one's own account (%s)", (databaseKind) => {
  let time = Date.now();
  const mail = useMailServer();
  const service = useService(databaseKind, () => ({
    isOwn: true,
    now: () => time,
    settings: { ...mail.settings, ...highLimits },
  }));
  const origin = () => new URL(mail.settings.NEXTAUTH_URL).origin;
  const prisma = () => service.infrastructure.database.prisma;
  const person = () => developer(service);
  type Person = Awaited<ReturnType<typeof person>>;
  const factorsOf = async (owner: Person) => (await owner.ask("GET", path)).body;
  const begin = async (owner: Person) =>
    (await owner.ask("POST", `${path}/totp`)).body as { secret: string; uri: string };
  const confirm = (owner: Person, code: unknown) => owner.ask("POST", `${path}/totp/confirm`, { code });
  const optionsFor = async (owner: Person) =>
    (await owner.ask("POST", `${path}/passkeys/options`)).body as CreationOptions;
  const add = (owner: Person, response: unknown, name = "Laptop") =>
    owner.ask("POST", `${path}/passkeys`, { name, response });
  const authenticator = () => new SoftwareAuthenticator(origin());

  test("an app is added by its secret and a first code, and brings ten recovery codes; the database has none of them", async () => {
    const owner = await person();
    expect(await factorsOf(owner)).toEqual(none);

    const added = await owner.ask("POST", `${path}/totp`);
    const { secret, uri } = added.body as { secret: string; uri: string };
    expect([added.status, added.headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`otpauth://totp/Theatre%20Listings:${encodeURIComponent(owner.email)}?`);
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    expect(await factorsOf(owner)).toEqual(none);

    const confirmed = await confirm(owner, ` ${codeAt(secret, time)} `);
    const { recovery_codes: codes, ...factors } = confirmed.body as { recovery_codes: string[] };
    expect([confirmed.status, new Set(codes).size]).toEqual([200, 10]);
    const created_at = new Date(time).toISOString();
    expect(factors).toEqual({ totp: { created_at }, passkeys: [], recovery_codes_left: 10 });
    expect(await factorsOf(owner)).toEqual(factors);
    expect(await actionsOn(service, owner.id)).toEqual(["sign-in", "second-factor-added", "recovery-codes-made"]);
    const rows = await service.infrastructure.database.query<{ row: string }>(
      `SELECT row_to_json(a)::text AS row FROM authenticator_apps AS a WHERE account_id = $1
       UNION ALL SELECT row_to_json(r)::text FROM recovery_codes AS r WHERE account_id = $1`,
      [owner.id],
    );
    const stored = rows.map(({ row }) => row).join("\n");
    expect(stored).toContain(owner.id);
    expect([secret, ...codes].filter((one) => stored.includes(one))).toEqual([]);
  });

  test("a second secret replaces one that was not confirmed, and none is given beside an app", async () => {
    const owner = await person();
    const [first, second] = [await begin(owner), await begin(owner)];
    const code = codeAt(first.secret, time);
    if (code !== codeAt(second.secret, time)) expect(invalidFieldsOf(await confirm(owner, code))).toEqual(["code"]);
    expect((await confirm(owner, codeAt(second.secret, time))).status).toBe(200);

    expect((await owner.ask("POST", `${path}/totp`)).status).toBe(409);
    expect((await confirm(owner, "123456")).status).toBe(409);
  });

  test("ten wrong codes end an app that waits for its first", async () => {
    const owner = await person();
    const { secret } = await begin(owner);
    const code = wrongCodeAt(secret, time);
    for (const wrong of ["12345", 123456, "abcdef", undefined]) expect((await confirm(owner, wrong)).status).toBe(400);
    for (let times = 0; times < 10; times += 1) expect((await confirm(owner, code)).status).toBe(400);

    expect((await confirm(owner, codeAt(secret, time))).status).toBe(409);
    expect(await factorsOf(owner)).toEqual(none);
  });

  test("a passkey is added by options and the browser's response", async () => {
    const owner = await person();
    const { id, recoveryCodes } = await addPasskey(owner, origin(), { name: "  Laptop " });

    expect(recoveryCodes).toHaveLength(10);
    expect(await factorsOf(owner)).toEqual({
      totp: null,
      passkeys: [{ id, name: "Laptop", created_at: new Date(time).toISOString(), last_used_at: null }],
      recovery_codes_left: 10,
    });
    expect((await addApp(owner, time)).recoveryCodes).toEqual([]);
  });

  test.each<[string, (one: SoftwareAuthenticator, options: CreationOptions) => unknown]>([
    ["of another origin", (one, options) => one.create(options, { origin: "https://elsewhere.example" })],
    ["of another relying party", (one, options) => one.create(options, { rpId: "elsewhere.example" })],
    ["without user verification", (one, options) => one.create(options, { isUserVerified: false })],
    ["of a sign-in", (one, options) => one.create(options, { type: "webauthn.get" })],
    ["to a challenge of its own", (one, options) => one.create({ ...options, challenge: "A".repeat(43) })],
    ["to no challenge", (one, options) => one.create({ ...options, challenge: "" })],
    ["without members", () => ({})],
    ["with members of other types", () => ({ id: 7, response: { clientDataJSON: [] } })],
    ["that has expired", (one, options) => ((time += 5 * 60_000), one.create(options))],
  ])("a response %s is 400 with the path response", async (_name, change) => {
    const owner = await person();
    const refused = await add(owner, change(authenticator(), await optionsFor(owner)));
    expect([refused.status, invalidFieldsOf(refused)]).toEqual([400, ["response"]]);
  });

  test("a challenge works once, and only for its account; another's credential is refused", async () => {
    const [one, other] = [await person(), await person()];
    const options = await optionsFor(one);
    const statuses = [];
    for (const who of [other, one, one]) statuses.push((await add(who, authenticator().create(options))).status);
    expect(statuses).toEqual([400, 201, 400]);

    const { authenticator: known } = await addPasskey(one, origin());
    const refused = await add(other, known.create(await optionsFor(other)));
    expect([refused.status, invalidFieldsOf(refused)]).toEqual([400, ["response"]]);
  });

  test("a passkey has a name of 1 to 100 characters, and an account ten passkeys", async () => {
    const owner = await person();
    for (const name of ["", " ", "x".repeat(101), "two\nlines"])
      expect(invalidFieldsOf(await add(owner, {}, name))).toEqual(["name"]);
    const options = await optionsFor(owner);
    for (let count = 0; count < 10; count += 1) await addPasskey(owner, origin(), { name: `Key ${count}` });

    expect((await add(owner, authenticator().create(options))).status).toBe(409);
    expect((await owner.ask("POST", `${path}/passkeys/options`)).status).toBe(409);
  });

  test("factors are removed by their owner only, who is told of each change by mail; recovery codes end with the last", async () => {
    const [owner, other] = [await person(), await person()];
    const told = async () => {
      await service.infrastructure.letters?.sendDue();
      return (await mail.take(owner.email)).text;
    };
    await addApp(owner, time);
    expect(await told()).toContain("An authenticator app was added");
    const { id } = await addPasskey(owner, origin());
    expect(await told()).toContain("A passkey was added");
    expect((await other.ask("DELETE", `${path}/passkeys/${id}`)).status).toBe(404);

    const left = await owner.ask("DELETE", `${path}/totp`);
    expect([left.status, left.body]).toMatchObject([200, { totp: null, passkeys: [{ id }], recovery_codes_left: 10 }]);
    expect(await told()).toContain("An authenticator app was removed");
    expect((await owner.ask("DELETE", `${path}/totp`)).status).toBe(404);
    expect(await owner.ask("DELETE", `${path}/passkeys/${id}`)).toMatchObject({ status: 200, body: none });
    expect(await told()).toContain("A passkey was removed");
    expect((await owner.ask("DELETE", `${path}/passkeys/${id}`)).status).toBe(404);
    expect((await actionsOn(service, owner.id)).slice(-2)).toEqual(["second-factor-removed", "second-factor-removed"]);

    // An address gets at most five such letters a day.
    for (let times = 0; times < 3; times += 1) await addPasskey(owner, origin(), { name: `Key ${times}` });
    expect(await prisma().letter.count({ where: { to: owner.email } })).toBe(5);
  });

  test("ten wrong codes after the right password are told in one letter a day", async () => {
    const { id, email, ask } = await personWithPassword(service);
    await prisma().account.update({ where: { id }, data: { verified: true } });
    const { secret } = await addApp({ ask }, time);
    for (let times = 0; times < 12; times += 1) {
      const place = { origin: origin(), address: freshAddress() };
      const fields = { email, password: knownPassword, code: wrongCodeAt(secret, time) };
      const { error } = await signInBy(service.infrastructure, place, "credentials", fields);
      expect(error).toBe("CredentialsSignin");
    }
    const letters = await prisma().letter.findMany({ where: { to: email }, orderBy: { id: "asc" } });
    const subjects = letters.map(({ subject }) => subject).slice(1);
    expect(subjects).toEqual(["Theatre Listings: Wrong codes entered for your account"]);
  });

  test("new recovery codes end the old ones, and need a factor", async () => {
    const owner = await person();
    expect((await owner.ask("POST", `${path}/recovery-codes`)).status).toBe(409);
    const { recoveryCodes } = await addApp(owner, time);

    const renewed = await owner.ask("POST", `${path}/recovery-codes`);
    const { recovery_codes: codes } = renewed.body as { recovery_codes: string[] };
    expect([renewed.status, codes.length]).toEqual([201, 10]);
    expect(codes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
  });

  test("an administrator who signed in within ten minutes removes all of them, and the person is told", async () => {
    const [admin, owner] = [await developer(service, "admin"), await person()];
    const place = `/accounts/${owner.id}/second-factors`;
    await addApp(owner, time);
    await addPasskey(owner, origin());
    await service.infrastructure.letters?.sendDue();
    for (let letters = 0; letters < 2; letters += 1) await mail.take(owner.email);

    expect(await admin.ask("DELETE", place)).toMatchObject({ status: 200, body: none });
    await service.infrastructure.letters?.sendDue();
    expect(await factorsOf(owner)).toEqual(none);
    expect((await mail.take(owner.email)).text).toContain("An administrator of Theatre Listings has removed");
    const log = await prisma().securityLogEntry.findMany({ where: { account_id: owner.id, by_account_id: admin.id } });
    expect(log.map(({ action }) => action)).toEqual(["second-factor-removed", "second-factor-removed"]);
    expect((await admin.ask("DELETE", place)).status).toBe(200);
    expect(await prisma().letter.count({ where: { to: owner.email } })).toBe(3);

    for (const id of ["no-such-id", "%00"])
      expect((await admin.ask("DELETE", `/accounts/${id}/second-factors`)).status).toBe(404);
    time += 11 * 60_000;
    expect((await admin.ask("DELETE", place)).body).toMatchObject({ error: "Sign in again" });
  });
});

describe.each([
  ["staff", ["editor", "admin"]],
  ["all", ["developer", "editor", "admin"]],
])("SECOND_FACTOR=%s", (SECOND_FACTOR, asked) => {
  const service = useService(fastestDatabase, { settings: { SECOND_FACTOR } });

  test.each(["developer", "editor", "admin"] as const)("what an %s with a password alone may do", async (role) => {
    const owner = await personWithPassword(service, role);
    const isAsked = asked.includes(role);
    const places = ["/keys", "/security-log", ...(role === "developer" ? [] : ["/activity", "/problems"])];
    const keysStatus = async () => (await owner.ask("GET", "/keys")).status;

    for (const place of places) {
      const expected = isAsked ? { status: 403, body: { error: "Second factor required" } } : { status: 200 };
      expect({ place, ...(await owner.ask("GET", place)) }).toMatchObject({ place, ...expected });
    }
    for (const place of ["/account", "/account/sessions", path, "/shows/hamilton", "/quota"])
      expect([place, (await owner.ask("GET", place)).status]).toEqual([place, 200]);
    await addApp(owner, Date.now());
    expect(await keysStatus()).toBe(200);
    await owner.ask("DELETE", `${path}/totp`);
    expect(await keysStatus()).toBe(isAsked ? 403 : 200);
    await addPasskey(owner, service.url);
    expect(await keysStatus()).toBe(200);
  });

  test("an account without a password is not asked", async () => {
    expect((await (await developer(service, "admin")).ask("GET", "/activity")).status).toBe(200);
  });
});
