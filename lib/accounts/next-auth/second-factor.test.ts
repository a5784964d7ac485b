import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { developer, sendJson } from "../../../test/developer.ts";
import { addApp, addPasskey, codeAt, wrongCodeAt } from "../../../test/factors.ts";
import { hashFast } from "../../../test/fast-password-hash.ts";
import { behindProxy, freshAddress } from "../../../test/quota-helpers.ts";
import { useService } from "../../../test/service.ts";
import { signInBy } from "../../../test/sign-in-by.ts";
import { SoftwareAuthenticator } from "../../../test/software-authenticator.ts";

const origin = "https://listings.example";
const password = "correct horse battery";
type RequestOptions = Parameters<SoftwareAuthenticator["get"]>[0];

describe.each(databaseKinds)("a sign-in with a second factor (%s)", (databaseKind) => {
  let time = Date.now();
  const service = useService(databaseKind, {
    now: () => time,
    settings: { ...behindProxy, NEXTAUTH_URL: origin, PUBLIC_DAILY_LIMIT: "1000000" },
  });

  const later = (seconds: number) => {
    time += seconds * 1_000;
  };
  const prisma = () => service.infrastructure.database.prisma;
  async function personWithPassword() {
    const person = await developer(service);
    await prisma().account.update({ where: { id: person.id }, data: { password: hashFast(password) } });
    return person;
  }
  const byPassword = (email: string, more: Record<string, string> = {}, address = freshAddress()) =>
    signInBy(service.infrastructure, { origin, address }, "credentials", { email, password, ...more });
  const options = async () => (await sendJson(service, "POST", "/account/passkey-options")).body as RequestOptions;
  const byPasskey = (response: unknown, address = freshAddress()) =>
    signInBy(service.infrastructure, { origin, address }, "passkey", { response: JSON.stringify(response) });
  const accountOf = async (cookie: string | null) =>
    (await sendJson(service, "GET", "/account", undefined, { cookie: cookie ?? "" })).body;
  const refused = { error: "CredentialsSignin", cookie: null };
  const signedIn = { error: null, cookie: expect.any(String) };

  test("asks for a code after a right password only", async () => {
    const person = await personWithPassword();
    expect(await byPassword(person.email)).toEqual(signedIn);
    await addApp(person, time);

    expect(await byPassword(person.email)).toEqual({ error: "SecondFactorRequired", cookie: null });
    expect(await byPassword(person.email, { password: "wrong horse battery" })).toEqual(refused);
    expect(await byPassword(person.email, { password: "wrong horse battery", code: "123456" })).toEqual(refused);
  });

  test("takes a code of the app, once, and one step to either side", async () => {
    const person = await personWithPassword();
    const { secret } = await addApp(person, time);
    const confirmed = codeAt(secret, time);
    expect(await byPassword(person.email, { code: confirmed })).toEqual(refused);
    later(30);

    const code = codeAt(secret, time);
    const { cookie } = await byPassword(person.email, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(await accountOf(cookie)).toMatchObject({ email: person.email });
    expect(await byPassword(person.email, { code })).toEqual(refused);
    expect(await byPassword(person.email, { code: codeAt(secret, time - 30_000) })).toEqual(refused);
    expect(await byPassword(person.email, { code: codeAt(secret, time + 60_000) })).toEqual(refused);
    expect(await byPassword(person.email, { code: codeAt(secret, time + 30_000) })).toEqual(signedIn);
  });

  test("takes one code once, also when it is sent twice at the same time", async () => {
    const person = await personWithPassword();
    const { secret } = await addApp(person, time);
    later(30);

    const code = codeAt(secret, time);
    const answers = await Promise.all([byPassword(person.email, { code }), byPassword(person.email, { code })]);
    expect(answers).toEqual(expect.arrayContaining([signedIn, refused]));
  });

  test("takes a recovery code, once, however it is typed, and logs it", async () => {
    const person = await personWithPassword();
    const { recoveryCodes } = await addApp(person, time);
    const [first = "", second = ""] = recoveryCodes;

    expect(await byPassword(person.email, { code: first })).toEqual(signedIn);
    expect(await byPassword(person.email, { code: first })).toEqual(refused);
    expect(await byPassword(person.email, { code: second.toUpperCase().replaceAll("-", " ") })).toEqual(signedIn);
    expect((await person.ask("GET", "/account/second-factors")).body).toMatchObject({ recovery_codes_left: 8 });
    const used = await prisma().securityLogEntry.count({
      where: { account_id: person.id, action: "recovery-code-used" },
    });
    expect(used).toBe(2);
  });

  test("asks an account with a passkey alone too, and takes its recovery codes", async () => {
    const person = await personWithPassword();
    const { recoveryCodes } = await addPasskey(person, origin);

    expect((await byPassword(person.email)).error).toBe("SecondFactorRequired");
    expect(await byPassword(person.email, { code: "123456" })).toEqual(refused);
    expect(await byPassword(person.email, { code: recoveryCodes[0] ?? "" })).toEqual(signedIn);
  });

  test("does not ask for a code of an app that was not confirmed", async () => {
    const person = await personWithPassword();
    await person.ask("POST", "/account/second-factors/totp");

    expect(await byPassword(person.email)).toEqual(signedIn);
  });

  test("counts a wrong code like a wrong password: ten from one address end attempts there, a missing one does not", async () => {
    const person = await personWithPassword();
    const { secret } = await addApp(person, time);
    later(30);
    const address = freshAddress();
    for (let times = 0; times < 12; times += 1)
      expect((await byPassword(person.email, {}, address)).error).toBe("SecondFactorRequired");
    for (let times = 0; times < 10; times += 1)
      expect(await byPassword(person.email, { code: wrongCodeAt(secret, time) }, address)).toEqual(refused);

    expect(await byPassword(person.email, { code: codeAt(secret, time) }, address)).toEqual(refused);
    expect(await byPassword(person.email, {}, address)).toEqual(refused);
    expect(await byPassword(person.email, { code: codeAt(secret, time) })).toEqual(signedIn);
    const failed = await prisma().securityLogEntry.count({
      where: { account_id: person.id, action: "sign-in-failed" },
    });
    expect(failed).toBe(10);
  });

  test("a hundred wrong codes in a UTC day end the app's codes until midnight, and nothing else; ten are told", async () => {
    const day = 86_400_000;
    time = Math.ceil(time / day) * day + day / 2;
    const person = await personWithPassword();
    const { secret, recoveryCodes } = await addApp(person, time);
    const { authenticator } = await addPasskey(person, origin);
    later(30);
    const byWrong = () => byPassword(person.email, { code: wrongCodeAt(secret, time) });
    const notices = async () => (await person.ask("GET", "/account/notices")).body as { kind: string }[];

    for (let times = 0; times < 9; times += 1) expect(await byWrong()).toEqual(refused);
    expect(await notices()).toEqual([]);
    for (let times = 0; times < 2; times += 1) expect(await byWrong()).toEqual(refused);
    expect((await notices()).map(({ kind }) => kind)).toEqual(["wrong-codes"]);

    // A right one is not counted.
    await prisma().dailyUsage.updateMany({ where: { subject: `account:${person.id} codes` }, data: { allowed: 99 } });
    expect(await byPassword(person.email, { code: codeAt(secret, time) })).toEqual(signedIn);
    expect(await byWrong()).toEqual(refused);
    later(30);
    expect(await byPassword(person.email, { code: codeAt(secret, time) })).toEqual(refused);
    expect(await byPassword(person.email, { code: recoveryCodes[0] ?? "" })).toEqual(signedIn);
    expect(await byPasskey(authenticator.get(await options()))).toEqual(signedIn);
    later(12 * 3_600);
    expect(await byPassword(person.email, { code: codeAt(secret, time) })).toEqual(signedIn);
  });

  test("an app's secret that was stored for another account, or under another secret of the service, takes no code", async () => {
    const [person, other] = [await personWithPassword(), await personWithPassword()];
    const { secret } = await addApp(person, time);
    await addApp(other, time);
    later(30);
    const stored = await prisma().authenticatorApp.findUniqueOrThrow({ where: { account_id: person.id } });
    await prisma().authenticatorApp.update({ where: { account_id: other.id }, data: { secret: stored.secret } });

    expect(await byPassword(other.email, { code: codeAt(secret, time) })).toEqual(refused);
    expect(await byPassword(person.email, { code: codeAt(secret, time) })).toEqual(signedIn);
  });

  test("a passkey signs in alone, and its use is noted", async () => {
    const person = await personWithPassword();
    const { authenticator, id } = await addPasskey(person, origin);
    later(60);

    const { cookie } = await byPasskey(authenticator.get(await options()));
    expect(await accountOf(cookie)).toMatchObject({ email: person.email });
    expect((await person.ask("GET", "/account/second-factors")).body).toMatchObject({
      passkeys: [{ id, last_used_at: new Date(time).toISOString() }],
    });
    const log = await prisma().securityLogEntry.findFirst({
      where: { account_id: person.id },
      orderBy: { id: "desc" },
    });
    expect(log).toMatchObject({ action: "sign-in", detail: { provider: "passkey" } });
  });

  test("a passkey that does not count its uses signs in again and again", async () => {
    const person = await developer(service);
    const { authenticator } = await addPasskey(person, origin, { counts: false });

    for (let times = 0; times < 2; times += 1)
      expect(await byPasskey(authenticator.get(await options()))).toEqual(signedIn);
  });

  const refusals: [string, (one: SoftwareAuthenticator, options: RequestOptions) => unknown][] = [
    ["of another origin", (one, given) => one.get(given, { origin: "https://elsewhere.example" })],
    ["of another relying party", (one, given) => one.get(given, { rpId: "elsewhere.example" })],
    ["without user verification", (one, given) => one.get(given, { isUserVerified: false })],
    ["of a counter that stands still", (one, given) => one.get(given, { counter: 1 })],
    ["of a counter that goes back", (one, given) => one.get(given, { counter: 0 })],
    ["signed with another key", (one, given) => one.get(given, { isForged: true })],
    ["that names another account", (one, given) => one.get(given, { userHandle: "c29tZW9uZQ" })],
    ["that adds a passkey", (one, given) => one.get(given, { type: "webauthn.create" })],
    ["to a challenge of its own", (one, given) => one.get({ ...given, challenge: "A".repeat(43) })],
    [
      "to a challenge that has expired",
      (one, given) => {
        later(5 * 60);
        return one.get(given);
      },
    ],
    ["that is no object", () => "text"],
    ["without members", () => ({})],
    ["that is null", () => null],
  ];
  test.each(refusals)("a response %s is refused", async (_name, change) => {
    const { authenticator } = await addPasskey(await developer(service), origin);
    expect(await byPasskey(authenticator.get(await options()))).toEqual(signedIn);

    expect(await byPasskey(change(authenticator, await options()))).toEqual(refused);
  });

  test("a response works once", async () => {
    const { authenticator } = await addPasskey(await developer(service), origin, { counts: false });
    const response = authenticator.get(await options());

    expect(await byPasskey(response)).toEqual(signedIn);
    expect(await byPasskey(response)).toEqual(refused);
  });

  test("a credential that no account has is refused, and so is a removed one", async () => {
    const person = await developer(service);
    const { authenticator, id } = await addPasskey(person, origin);
    expect(await byPasskey(new SoftwareAuthenticator(origin).get(await options()))).toEqual(refused);

    await person.ask("DELETE", `/account/second-factors/passkeys/${id}`);
    expect(await byPasskey(authenticator.get(await options()))).toEqual(refused);
  });

  test("a challenge to add a passkey signs no one in", async () => {
    const person = await developer(service);
    const { authenticator } = await addPasskey(person, origin);
    const { body } = await person.ask("POST", "/account/second-factors/passkeys/options");
    const { challenge } = body as { challenge: string };

    expect(await byPasskey(authenticator.get({ challenge, rpId: "listings.example" }))).toEqual(refused);
  });

  test("a blocked account learns of it by its passkey", async () => {
    const person = await developer(service);
    const { authenticator } = await addPasskey(person, origin);
    await prisma().account.update({ where: { id: person.id }, data: { blocked: true } });

    expect((await byPasskey(authenticator.get(await options()))).error).toBe("AccessDenied");
  });

  test("fifty refused passkeys from one address end attempts there", async () => {
    const { authenticator } = await addPasskey(await developer(service), origin);
    const address = freshAddress();
    for (let times = 0; times < 50; times += 1) await byPasskey({}, address);

    expect(await byPasskey(authenticator.get(await options()), address)).toEqual(refused);
    expect(await byPasskey(authenticator.get(await options()))).toEqual(signedIn);
  });

  test("the owner, signed in, confirms a change of the password by the password alone", async () => {
    const person = await personWithPassword();
    await addApp(person, time);

    const change = { password: "another horse battery", current_password: password };
    expect((await person.ask("PUT", "/account", change)).status).toBe(200);
    expect(await byPassword(person.email, { password: change.password })).toMatchObject({
      error: "SecondFactorRequired",
    });
  });
});
