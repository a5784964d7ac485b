import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { developer, invalidFieldsOf, sendJson } from "../../../test/developer.ts";
import { addApp, addPasskey, codeAt, wrongCodeAt } from "../../../test/factors.ts";
import { useService } from "../../../test/service.ts";
import { SoftwareAuthenticator } from "../../../test/software-authenticator.ts";

const path = "/account/second-factors";
const none = { totp: null, passkeys: [], recovery_codes_left: 0 };
type CreationOptions = Parameters<SoftwareAuthenticator["create"]>[0];

describe.each(databaseKinds)("the second factors of one's own account (%s)", (databaseKind) => {
  let time = Date.UTC(2026, 10, 25, 12);
  const service = useService(databaseKind, { now: () => time, settings: { PUBLIC_DAILY_LIMIT: "1000000" } });
  const later = (minutes: number) => {
    time += minutes * 60_000;
  };
  const logOf = async (accountId: string) => {
    const entries = await service.infrastructure.database.prisma.securityLogEntry.findMany({
      where: { account_id: accountId, action: { not: "sign-in" } },
      orderBy: { id: "asc" },
    });
    return entries.map(({ action, detail }) => [action, detail]);
  };

  test("an app is added by its secret and a first code, and brings ten recovery codes", async () => {
    const person = await developer(service);
    expect((await person.ask("GET", path)).body).toEqual(none);

    const added = await person.ask("POST", `${path}/totp`);
    const { secret, uri } = added.body as { secret: string; uri: string };
    expect([added.status, added.headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`otpauth://totp/Theatre%20Listings:${encodeURIComponent(person.email)}?`);
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    expect((await person.ask("GET", path)).body).toEqual(none);

    const confirmed = await person.ask("POST", `${path}/totp/confirm`, { code: ` ${codeAt(secret, time)} ` });
    const { recovery_codes: codes, ...factors } = confirmed.body as { recovery_codes: string[] };
    expect([confirmed.status, new Set(codes).size]).toEqual([200, 10]);
    expect(factors).toEqual({
      totp: { created_at: new Date(time).toISOString() },
      passkeys: [],
      recovery_codes_left: 10,
    });
    expect((await person.ask("GET", path)).body).toEqual(factors);
    expect(await logOf(person.id)).toEqual([
      ["second-factor-added", { factor: "totp" }],
      ["recovery-codes-made", null],
    ]);
  });

  test("the database has neither the secret of an app nor a recovery code", async () => {
    const person = await developer(service);
    const { secret, recoveryCodes } = await addApp(person, time);

    const rows = await service.infrastructure.database.query<{ row: string }>(
      `SELECT row_to_json(a)::text AS row FROM authenticator_apps AS a
       UNION ALL SELECT row_to_json(r)::text FROM recovery_codes AS r`,
      [],
    );
    const text = rows.map(({ row }) => row).join("\n");
    expect(text).toContain(person.id);
    for (const one of [secret, ...recoveryCodes]) expect(text).not.toContain(one);
  });

  test("a second secret replaces one that was not confirmed, and none is given beside an app", async () => {
    const person = await developer(service);
    const first = (await person.ask("POST", `${path}/totp`)).body as { secret: string };
    const second = (await person.ask("POST", `${path}/totp`)).body as { secret: string };

    const code = codeAt(first.secret, time);
    if (code !== codeAt(second.secret, time))
      expect(invalidFieldsOf(await person.ask("POST", `${path}/totp/confirm`, { code }))).toEqual(["code"]);
    await person.ask("POST", `${path}/totp/confirm`, { code: codeAt(second.secret, time) });

    expect((await person.ask("POST", `${path}/totp`)).status).toBe(409);
    expect((await person.ask("POST", `${path}/totp/confirm`, { code: "123456" })).status).toBe(409);
  });

  test("ten wrong codes end an app that waits for its first", async () => {
    const person = await developer(service);
    const { secret } = (await person.ask("POST", `${path}/totp`)).body as { secret: string };
    const code = wrongCodeAt(secret, time);
    for (let times = 0; times < 10; times += 1)
      expect((await person.ask("POST", `${path}/totp/confirm`, { code })).status).toBe(400);

    const late = await person.ask("POST", `${path}/totp/confirm`, { code: codeAt(secret, time) });
    expect(late.status).toBe(409);
    expect((await person.ask("GET", path)).body).toEqual(none);
  });

  test.each([[{}], [{ code: "12345" }], [{ code: 123456 }], [{ code: "abcdef" }], [{ code: "123456", more: 1 }]])(
    "a confirmation with %j is 400",
    async (body) => {
      const person = await developer(service);
      await person.ask("POST", `${path}/totp`);

      expect((await person.ask("POST", `${path}/totp/confirm`, body)).status).toBe(400);
    },
  );

  test("a passkey is added by options and the browser's response", async () => {
    const person = await developer(service);
    const { id, recoveryCodes } = await addPasskey(person, service.url, { name: "  Laptop " });

    expect(recoveryCodes).toHaveLength(10);
    expect((await person.ask("GET", path)).body).toEqual({
      totp: null,
      passkeys: [{ id, name: "Laptop", created_at: new Date(time).toISOString(), last_used_at: null }],
      recovery_codes_left: 10,
    });
    expect((await addApp(person, time)).recoveryCodes).toEqual([]);
    expect((await person.ask("GET", path)).body).toMatchObject({ recovery_codes_left: 10 });
  });

  async function respond(change: (authenticator: SoftwareAuthenticator, options: CreationOptions) => unknown) {
    const person = await developer(service);
    const authenticator = new SoftwareAuthenticator(service.url);
    const options = (await person.ask("POST", `${path}/passkeys/options`)).body as CreationOptions;
    return person.ask("POST", `${path}/passkeys`, { name: "Laptop", response: change(authenticator, options) });
  }

  const refusals: [string, (one: SoftwareAuthenticator, options: CreationOptions) => unknown][] = [
    ["of another origin", (one, options) => one.create(options, { origin: "https://elsewhere.example" })],
    ["of another relying party", (one, options) => one.create(options, { rpId: "elsewhere.example" })],
    ["without user verification", (one, options) => one.create(options, { isUserVerified: false })],
    ["of a sign-in", (one, options) => one.create(options, { type: "webauthn.get" })],
    ["to a challenge of its own", (one, options) => one.create({ ...options, challenge: "A".repeat(43) })],
    ["to no challenge", (one, options) => one.create({ ...options, challenge: "" })],
    ["without members", () => ({})],
    ["with members of other types", () => ({ id: 7, response: { clientDataJSON: [] } })],
    [
      "that has expired",
      (one, options) => {
        later(5);
        return one.create(options);
      },
    ],
  ];
  test.each(refusals)("a response %s is 400 with the path response", async (_name, change) => {
    const refused = await respond(change);

    expect([refused.status, invalidFieldsOf(refused)]).toEqual([400, ["response"]]);
  });

  test("a challenge works once, and only for its account", async () => {
    const [one, other] = [await developer(service), await developer(service)];
    const options = (await one.ask("POST", `${path}/passkeys/options`)).body as CreationOptions;
    const send = (person: typeof one, name = "Laptop") =>
      person.ask("POST", `${path}/passkeys`, {
        name,
        response: new SoftwareAuthenticator(service.url).create(options),
      });

    expect((await send(other)).status).toBe(400);
    expect((await send(one)).status).toBe(201);
    expect((await send(one)).status).toBe(400);
  });

  test("a credential of another account is refused", async () => {
    const [owner, thief] = [await developer(service), await developer(service)];
    const { authenticator } = await addPasskey(owner, service.url);
    const options = (await thief.ask("POST", `${path}/passkeys/options`)).body as CreationOptions;

    const refused = await thief.ask("POST", `${path}/passkeys`, {
      name: "Laptop",
      response: authenticator.create(options),
    });
    expect([refused.status, invalidFieldsOf(refused)]).toEqual([400, ["response"]]);
  });

  test.each(["", " ", "x".repeat(101), 7, "two\nlines"])("a passkey can't be named %j", async (name) => {
    const person = await developer(service);

    expect(invalidFieldsOf(await person.ask("POST", `${path}/passkeys`, { name, response: {} }))).toEqual(["name"]);
  });

  test("the eleventh passkey is 409", async () => {
    const person = await developer(service);
    const options = (await person.ask("POST", `${path}/passkeys/options`)).body as CreationOptions;
    for (let count = 0; count < 10; count += 1) await addPasskey(person, service.url, { name: `Key ${count}` });

    const response = new SoftwareAuthenticator(service.url).create(options);
    expect((await person.ask("POST", `${path}/passkeys`, { name: "Key 11", response })).status).toBe(409);
    expect((await person.ask("POST", `${path}/passkeys/options`)).status).toBe(409);
  });

  test("removing a factor answers what is left, and recovery codes end with the last", async () => {
    const person = await developer(service);
    await addApp(person, time);
    const { id } = await addPasskey(person, service.url);

    const left = await person.ask("DELETE", `${path}/totp`);
    expect([left.status, left.body]).toMatchObject([200, { totp: null, passkeys: [{ id }], recovery_codes_left: 10 }]);
    expect((await person.ask("DELETE", `${path}/totp`)).status).toBe(404);
    const last = await person.ask("DELETE", `${path}/passkeys/${id}`);
    expect([last.status, last.body]).toEqual([200, none]);
    expect((await person.ask("DELETE", `${path}/passkeys/${id}`)).status).toBe(404);
    expect((await logOf(person.id)).map(([action]) => action).slice(-2)).toEqual([
      "second-factor-removed",
      "second-factor-removed",
    ]);
  });

  test("a passkey of another account is 404, and stays", async () => {
    const [owner, other] = [await developer(service), await developer(service)];
    const { id } = await addPasskey(owner, service.url);

    expect((await other.ask("DELETE", `${path}/passkeys/${id}`)).status).toBe(404);
    expect((await owner.ask("GET", path)).body).toMatchObject({ passkeys: [{ id }] });
  });

  test("new recovery codes end the old ones, and need a factor", async () => {
    const person = await developer(service);
    expect((await person.ask("POST", `${path}/recovery-codes`)).status).toBe(409);
    const { recoveryCodes } = await addApp(person, time);

    const renewed = await person.ask("POST", `${path}/recovery-codes`);
    const { recovery_codes: codes } = renewed.body as { recovery_codes: string[] };
    expect(renewed.status).toBe(201);
    expect(codes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect((await person.ask("GET", path)).body).toMatchObject({ recovery_codes_left: 10 });
  });

  test("unknown parameters are 400, and a caller without a session is 401", async () => {
    const person = await developer(service);

    expect((await person.ask("GET", `${path}?all=true`)).status).toBe(400);
    expect((await sendJson(service, "GET", path)).status).toBe(401);
    expect((await sendJson(service, "POST", "/account/passkey-options")).status).toBe(200);
    expect(
      (await sendJson(service, "POST", "/account/passkey-options", undefined, { origin: "https://elsewhere.example" }))
        .status,
    ).toBe(403);
  });
});
