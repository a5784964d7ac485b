import { describe, expect, test } from "vitest";
import { dayName, endOfDaySeconds, utcDay } from "../core/clock.ts";
import { databaseKinds } from "../../test/databases.ts";
import { developer, invalidFieldsOf, sendJson } from "../../test/developer.ts";
import { freshAddress } from "../../test/quota-helpers.ts";
import { highLimits, useService, type TestService } from "../../test/service.ts";
import { hashingQueue } from "./sign-in/password.ts";
import { accountRecord, passwordLink } from "./schema.browser.ts";

const password = "a horse with a battery";
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const post = (service: TestService, body: unknown, address = freshAddress()) =>
  sendJson(service, "POST", "/accounts", body, { "x-forwarded-for": address });

describe.each(databaseKinds)("a sign-up (%s)", (databaseKind) => {
  const service = useService(databaseKind);
  const signUp = (body: unknown, address?: string) => post(service, body, address);

  test("gives anyone a developer account, and answers its public fields only", async () => {
    const email = newEmail();
    const { status, body, text, headers } = await signUp({
      email: ` ${email.toUpperCase()} `,
      password,
      name: " Ada ",
    });

    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    const record = accountRecord.parse(body);
    expect(record).toMatchObject({ email, name: "Ada", role: "developer", blocked: false });
    expect(text).not.toMatch(/scrypt|verified/);
    const listed = (await (await developer(service, "admin")).ask("GET", "/accounts")).body as object[];
    expect(listed.at(-2)).toMatchObject(record);
  });

  test.each(["x7kq2mPz94wd", "🎭🎪🎟🎬🎼🎹🥁🎷🎺🎸🪕🎻", "every seat has a view of its own ".repeat(7).slice(0, 200)])(
    "takes a password of twelve to two hundred characters: %s",
    async (given) => {
      expect((await signUp({ email: newEmail(), password: given })).status).toBe(201);
    },
  );

  test.each([
    [{ email: "unknown", password }, ["email"]],
    [{ email: "a\0@example.com", password }, ["email"]],
    [{ email: `${"a".repeat(250)}@example.com`, password }, ["email"]],
    [{ password: "short" }, ["email", "password"]],
    [{ email: "b@example.com", password: "x".repeat(11) }, ["password"]],
    [{ email: "b@example.com", password: "🎭🎪🎟🎬🎼🎹🥁🎷🎺🎸🪕" }, ["password"]],
    [{ email: "b@example.com", password: "x".repeat(201) }, ["password"]],
    [{ email: "b@example.com", password: `${"x".repeat(12)}\ud800` }, ["password"]],
    [{ email: "b@example.com", password: "Password1234" }, ["password"]],
    [{ email: "ada.lovelace@example.com", password: "Ada.Lovelace@example.com" }, ["password"]],
    [{ email: "b@example.com", password, role: "admin" }, ["role"]],
    [{ email: "b@example.com", password, name: "" }, ["name"]],
    [{ email: "b@example.com", password, name: "x".repeat(201) }, ["name"]],
  ])("with %j is refused, and every wrong field named", async (body, fields) => {
    const answer = await signUp(body);
    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, fields]);
  });

  test("gives one account for an address, in any case and of several at once", async () => {
    const email = newEmail();
    const answers = await Promise.all(
      [email, email.toUpperCase(), ` ${email}`, email.replace("example", "Example")].map((one) =>
        signUp({ email: one, password }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe.each(databaseKinds)("the accounts created from one address in a day (%s)", (databaseKind) => {
  const now = Date.parse("2031-05-05T23:00:00Z");
  const service = useService(databaseKind, { settings: { CLIENT_ADDRESS: "forwarded:1" }, now: () => now });
  const signUp = (address: string, email = newEmail()) => post(service, { email, password }, address);
  const haveOpened = (address: string, accounts: number) =>
    service.infrastructure.database.query(
      "INSERT INTO daily_usage (subject, day, daily_limit, allowed, refused, granted) VALUES ($1, $2::date, 50, $3, 0, 1)",
      [`ip:${address} accounts`, dayName(utcDay(now)), accounts],
    );

  test("are at most half its request limit; the next gets 429 until midnight UTC", async () => {
    const full = freshAddress();
    await haveOpened(full, 48);
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(full)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.headers.get("retry-after"), refused?.body]).toEqual([
      "3600",
      {
        error: "Rate limit exceeded",
        message: expect.stringContaining("This address has reached its limit of 50 new accounts a day"),
        limit: 50,
        reset: endOfDaySeconds(utcDay(now)),
      },
    ]);
    expect((await signUp(freshAddress())).status).toBe(201);
  });

  test("do not include refused ones", async () => {
    const [address, email] = [freshAddress(), newEmail()];
    await haveOpened(address, 48);

    const statuses = [];
    for (const one of [email, email, newEmail(), email]) statuses.push((await signUp(address, one)).status);
    expect(statuses).toEqual([201, 409, 201, 429]);
  });

  test("that are refused cost no hash: they are answered while all hashes of their network wait", async () => {
    const [address, full, email] = [freshAddress(), freshAddress(), newEmail()];
    expect((await signUp(address, email)).status).toBe(201);
    await haveOpened(full, 50);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = [address, full].map((from) => hashingQueue.run(from, () => released));

    expect([(await signUp(address, email)).status, (await signUp(full)).status]).toEqual([409, 429]);
    release();
    await Promise.all(held);
  });
});

describe.each(databaseKinds)("while sign-up is closed (%s)", (databaseKind) => {
  const service = useService(databaseKind, { settings: { ...highLimits, ALLOW_SIGNUP: "false" } });

  test("only who is invited gets an account", async () => {
    const [admin, email] = [await developer(service, "admin"), newEmail()];
    expect((await post(service, { email, password })).status).toBe(403);

    const { link } = passwordLink.parse(
      (await admin.ask("POST", "/accounts/invitations", { email, role: "editor" })).body,
    );
    const token = new URL(link).hash.slice(1);
    expect(await sendJson(service, "POST", "/account/password", { token, password })).toMatchObject({
      status: 200,
      body: { email },
    });
  });
});
