import { unknownSource } from "../../core/client-address.ts";
import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { developer, knownPassword, personWithPassword, sendJson, watched } from "../../../test/developer.ts";
import { addApp, addPasskey, codeAt, wrongCodeAt, SoftwareAuthenticator } from "../../../test/factors.ts";
import { freshAddress } from "../../../test/quota-helpers.ts";
import { highLimits, useService } from "../../../test/service.ts";
import { signInBy } from "../../../test/signed-in.ts";
import { openAppSecret, sealAppSecret, stepOfCode, takeAppCode } from "./code-queries.ts";

const origin = "https://listings.example";
type RequestOptions = Parameters<SoftwareAuthenticator["get"]>[0];

describe.each(databaseKinds)("a sign-in with a second factor (%s)", (databaseKind) => {
  let time = Date.now();
  const service = useService(databaseKind, {
    now: () => time,
    settings: { ...highLimits, NEXTAUTH_URL: origin },
  });
  const later = (seconds: number) => {
    time += seconds * 1_000;
  };
  const prisma = () => service.infrastructure.database.prisma;
  const person = () => personWithPassword(service);
  const byPassword = (email: string, more: Record<string, string> = {}, address = freshAddress()) =>
    signInBy(service.infrastructure, { origin, address }, "credentials", { email, password: knownPassword, ...more });
  const options = async () => (await sendJson(service, "POST", "/account/passkey-options")).body as RequestOptions;
  const byPasskey = (response: unknown, address = freshAddress()) =>
    signInBy(service.infrastructure, { origin, address }, "passkey", { response: JSON.stringify(response) });
  const accountOf = async (cookie: string | null) =>
    (await sendJson(service, "GET", "/account", undefined, { cookie: cookie ?? expect.fail("No cookie.") })).body;
  const refused = { error: "CredentialsSignin", cookie: null };
  const asked = { error: "SecondFactorRequired", cookie: null };
  const signedIn = { error: null, cookie: expect.any(String) };

  test("asks for a code after a right password only, and of no app that was not confirmed", async () => {
    const { email, ask } = await person();
    await ask("POST", "/account/second-factors/totp");
    expect(await byPassword(email)).toEqual(signedIn);
    await addApp({ ask }, time);

    expect(await byPassword(email)).toEqual(asked);
    expect(await byPassword(email, { password: "wrong horse battery" })).toEqual(refused);
    expect(await byPassword(email, { password: "wrong horse battery", code: "123456" })).toEqual(refused);
    // Its owner, signed in, confirms a change of the password by the password alone.
    const change = { password: "another horse battery", current_password: knownPassword };
    expect((await ask("PUT", "/account", change)).status).toBe(200);
    expect(await byPassword(email, { password: change.password })).toEqual(asked);
  });

  test("takes a code of the app once, and one step to either side", async () => {
    const owner = await person();
    const { secret } = await addApp(owner, time);
    expect(await byPassword(owner.email, { code: codeAt(secret, time) })).toEqual(refused);
    later(30);

    const code = codeAt(secret, time);
    const { cookie } = await byPassword(owner.email, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(await accountOf(cookie)).toMatchObject({ email: owner.email });
    for (const used of [code, codeAt(secret, time - 30_000), codeAt(secret, time + 60_000)])
      expect(await byPassword(owner.email, { code: used })).toEqual(refused);
    const next = codeAt(secret, time + 30_000);
    const both = await Promise.all([1, 2].map(() => byPassword(owner.email, { code: next })));
    expect(both).toEqual(expect.arrayContaining([signedIn, refused]));
  });

  test("takes a recovery code once, however it is typed, also beside a passkey alone, and logs it", async () => {
    const owner = await person();
    const { recoveryCodes } = await addPasskey(owner, origin);
    const [first = "", second = ""] = recoveryCodes;

    expect(await byPassword(owner.email)).toEqual(asked);
    for (const [code, answer] of [
      ["123456", refused],
      [first, signedIn],
      [first, refused],
      [second.toUpperCase().replaceAll("-", " "), signedIn],
    ] as const)
      expect(await byPassword(owner.email, { code })).toEqual(answer);
    expect((await owner.ask("GET", "/account/second-factors")).body).toMatchObject({ recovery_codes_left: 8 });
    const where = { account_id: owner.id, action: "recovery-code-used" };
    expect(await prisma().securityLogEntry.count({ where })).toBe(2);
  });

  test("a hundred wrong codes in a UTC day end the app's codes until midnight, and nothing else; ten are told", async () => {
    const day = 86_400_000;
    time = Math.ceil(time / day) * day + day / 2;
    const owner = await person();
    const { secret, recoveryCodes } = await addApp(owner, time);
    const { authenticator } = await addPasskey(owner, origin);
    later(30);
    const byWrong = () => byPassword(owner.email, { code: wrongCodeAt(secret, time) });
    const notices = async () => (await owner.ask("GET", "/account/notices")).body as { kind: string }[];

    for (let times = 0; times < 9; times += 1) expect(await byWrong()).toEqual(refused);
    expect(await notices()).toEqual([]);
    for (let times = 0; times < 2; times += 1) expect(await byWrong()).toEqual(refused);
    expect((await notices()).map(({ kind }) => kind)).toEqual(["wrong-codes"]);

    // A right one is not counted.
    await prisma().dailyUsage.updateMany({ where: { subject: `account:${owner.id} codes` }, data: { allowed: 99 } });
    expect(await byPassword(owner.email, { code: codeAt(secret, time) })).toEqual(signedIn);
    expect(await byWrong()).toEqual(refused);
    later(30);
    expect(await byPassword(owner.email, { code: codeAt(secret, time) })).toEqual(refused);
    expect(await byPassword(owner.email, { code: recoveryCodes[0] ?? "" })).toEqual(signedIn);
    expect(await byPasskey(authenticator.get(await options()))).toEqual(signedIn);
    later(12 * 3_600);
    expect(await byPassword(owner.email, { code: codeAt(secret, time) })).toEqual(signedIn);
  });

  test("takes no code of an app's secret that was stored for another account", async () => {
    const [owner, other] = [await person(), await person()];
    const { secret } = await addApp(owner, time);
    await addApp(other, time);
    later(30);
    const stored = await prisma().authenticatorApp.findUniqueOrThrow({ where: { account_id: owner.id } });
    await prisma().authenticatorApp.update({ where: { account_id: other.id }, data: { secret: stored.secret } });

    expect(await byPassword(other.email, { code: codeAt(secret, time) })).toEqual(refused);
    expect(await byPassword(owner.email, { code: codeAt(secret, time) })).toEqual(signedIn);
  });

  test("a wrong code of the app causes the same work as a right one, with and without an app", async () => {
    const { database, sessionSecret } = service.infrastructure;
    const [owner, other] = [await person(), await person()];
    const { secret } = await addApp(owner, time);
    later(30);
    const workOf = async (accountId: string, code: string) => {
      const { database: seen, operations } = watched(database);
      const taking = { accountId, code, sessionSecret, now: time, source: unknownSource };
      return { isRight: await takeAppCode(seen.prisma, taking), operations };
    };

    const wrong = await workOf(owner.id, wrongCodeAt(secret, time));
    const none = await workOf(other.id, "123456");
    const right = await workOf(owner.id, codeAt(secret, time));
    expect([wrong.isRight, none.isRight, right.isRight]).toEqual([false, false, true]);
    expect(right.operations.length).toBeGreaterThan(1);
    expect([wrong.operations, none.operations]).toEqual([right.operations, right.operations]);
  });

  test("a passkey signs in alone, and its use is noted", async () => {
    const owner = await person();
    const { authenticator, id } = await addPasskey(owner, origin);
    later(60);

    const { cookie } = await byPasskey(authenticator.get(await options()));
    expect(await accountOf(cookie)).toMatchObject({ email: owner.email });
    expect((await owner.ask("GET", "/account/second-factors")).body).toMatchObject({
      passkeys: [{ id, last_used_at: new Date(time).toISOString() }],
    });
    const log = await prisma().securityLogEntry.findFirst({ where: { account_id: owner.id }, orderBy: { id: "desc" } });
    expect(log).toMatchObject({ action: "sign-in", detail: { provider: "passkey" } });
  });

  test.each<[string, (one: SoftwareAuthenticator, options: RequestOptions) => unknown]>([
    ["of another origin", (one, given) => one.get(given, { origin: "https://elsewhere.example" })],
    ["of another relying party", (one, given) => one.get(given, { rpId: "elsewhere.example" })],
    ["without user verification", (one, given) => one.get(given, { isUserVerified: false })],
    ["of a counter that stands still", (one, given) => one.get(given, { counter: 1 })],
    ["of a counter that goes back", (one, given) => one.get(given, { counter: 0 })],
    ["signed with another key", (one, given) => one.get(given, { isForged: true })],
    ["that names another account", (one, given) => one.get(given, { userHandle: "c29tZW9uZQ" })],
    ["that adds a passkey", (one, given) => one.get(given, { type: "webauthn.create" })],
    ["to a challenge of its own", (one, given) => one.get({ ...given, challenge: "A".repeat(43) })],
    ["to a challenge that has expired", (one, given) => (later(5 * 60), one.get(given))],
    ["of a credential that no account has", (_one, given) => new SoftwareAuthenticator(origin).get(given)],
    ["that is no object", () => "text"],
    ["without members", () => ({})],
    ["that is null", () => null],
  ])("a response %s is refused", async (_name, change) => {
    const { authenticator } = await addPasskey(await developer(service), origin);
    expect(await byPasskey(authenticator.get(await options()))).toEqual(signedIn);

    expect(await byPasskey(change(authenticator, await options()))).toEqual(refused);
  });

  test("a passkey that does not count its uses signs in again and again, each response once, until it is removed", async () => {
    const owner = await developer(service);
    const { authenticator, id } = await addPasskey(owner, origin, { counts: false });
    const response = authenticator.get(await options());
    expect([await byPasskey(response), await byPasskey(response)]).toEqual([signedIn, refused]);
    expect(await byPasskey(authenticator.get(await options()))).toEqual(signedIn);

    // A challenge to add one signs no one in.
    const { body } = await owner.ask("POST", "/account/second-factors/passkeys/options");
    const { challenge } = body as { challenge: string };
    expect(await byPasskey(authenticator.get({ challenge, rpId: "listings.example" }))).toEqual(refused);
    await owner.ask("DELETE", `/account/second-factors/passkeys/${id}`);
    expect(await byPasskey(authenticator.get(await options()))).toEqual(refused);
  });

  test("a blocked account learns of it by its passkey", async () => {
    const { id, ask } = await developer(service);
    const { authenticator } = await addPasskey({ ask }, origin);
    await prisma().account.update({ where: { id }, data: { blocked: true } });

    expect((await byPasskey(authenticator.get(await options()))).error).toBe("AccessDenied");
  });
});

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
])("at %i seconds the code is that of RFC 6238, appendix B, of six digits: %s", (seconds, code) => {
  // "12345678901234567890" in base32.
  expect(stepOfCode("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
});

test("a stored secret opens for its account and this secret of the service only, and not when it was changed", () => {
  const stored = sealAppSecret("GEZDGNBV", "ada", "a secret");
  expect(openAppSecret(stored, "ada", "a secret")).toBe("GEZDGNBV");
  expect(sealAppSecret("GEZDGNBV", "ada", "a secret")).not.toBe(stored);
  const other = (letter: string) => (letter === "A" ? "B" : "A");
  for (const [text, account, secret] of [
    [stored, "bob", "a secret"],
    [stored, "ada", "another secret"],
    [stored.replace(/^./, other), "ada", "a secret"],
    [stored.replace(/.$/, other), "ada", "a secret"],
    ["", "ada", "a secret"],
    ["AAAA", "ada", "a secret"],
  ] as const)
    expect([text, account, secret, openAppSecret(text, account, secret)]).toEqual([text, account, secret, null]);
});
