import { describe, expect, test } from "vitest";
import { activityEntry } from "../../editing/activity/schema.browser.ts";
import { signIn } from "../../accounts/sign-in/sign-in.ts";
import { dataProblem } from "../../editing/data-quality/schema.browser.ts";
import { securityLogEntry } from "../../accounts/security-log/schema.browser.ts";
import { databaseKinds } from "../../../test/databases.ts";
import {
  developer,
  invalidFieldsOf,
  knownPassword as password,
  personWithPassword,
  sendJson,
  withKey,
  type Developer,
} from "../../../test/developer.ts";
import { addApp, addPasskey } from "../../../test/factors.ts";
import { useMailServer } from "../../../test/mail-server.ts";
import { freshAddress } from "../../../test/quota-helpers.ts";
import { highLimits, useService } from "../../../test/service.ts";
import { accountExport } from "./own-export-route.ts";

/** A verification, two new factors, and a link to reset the password by oneself and by an administrator. */
const letters = 5;

describe.each(databaseKinds)("the data of a person (%s)", (databaseKind) => {
  const mail = useMailServer();
  const service = useService(databaseKind, () => ({ isOwn: true, settings: { ...highLimits, ...mail.settings } }));

  const prisma = () => service.infrastructure.database.prisma;

  /** An administrator who has left a trace in every table that names an account. */
  async function personWithTraces() {
    const person = await personWithPassword(service, "admin");
    const { ask, address: ip } = person;
    const surname = `Quill${person.id.slice(0, 8)}`;
    const name = `Ada ${surname}`;
    const subject = `subject-${person.id.slice(0, 8)}`;
    await prisma().account.update({ where: { id: person.id }, data: { name } });
    await prisma().identity.create({ data: { account_id: person.id, provider: "github", subject, verified: true } });
    const made = await person.makeKey(`The key of ${surname}`);
    const rotated = (await ask("POST", `/keys/${made.id}/rotate`, { grace_hours: 1 })).body as {
      id: string;
      key: string;
    };
    await ask("PATCH", `/keys/${rotated.id}`, { note: `A note of ${surname}` });
    await service.get("/api/shows", withKey(rotated.key));
    await sendJson(service, "POST", "/keys/found", { key: made.key });
    await service.get("/api/no-such-thing", withKey(rotated.key));
    await ask("POST", `/keys/${rotated.id}/limit-requests`, { daily_limit: 20_000, reason: `The plans of ${surname}` });
    const { secret, recoveryCodes } = await addApp({ ask }, Date.now());
    await addPasskey({ ask }, new URL(mail.settings.NEXTAUTH_URL).origin, { name: `The laptop of ${surname}` });
    await ask("POST", "/account/second-factors/passkeys/options");
    await ask("POST", "/account/verify/letter");
    await sendJson(service, "POST", "/account/reset", { email: person.email });
    const suggestion = { resource: "shows", id: "hamilton", note: "Another date.", contact: person.email };
    // Its address counts as that of a request without a key.
    const elsewhere = { "x-forwarded-for": freshAddress() };
    expect((await person.ask("POST", "/suggestions", suggestion, elsewhere)).status).toBe(202);
    await prisma().account.update({ where: { id: person.id }, data: { verified: true } });
    const snoozed = await snoozeProblem(ask);
    await ask("POST", "/accounts/invitations", { email: `${crypto.randomUUID()}@example.com`, role: "editor" });
    await (await developer(service, "admin")).ask("POST", `/accounts/${person.id}/reset`);
    await service.infrastructure.letters?.sendDue();
    for (let letter = 0; letter < letters; letter += 1) await mail.take(person.email);
    await signIn(service.infrastructure.database, { email: person.email, password: "wrong" }, ip, Date.now, {
      userAgent: `The browser of ${surname}`,
      wait: async () => undefined,
    });
    // Uses and failed requests of keys that are still in memory.
    await service.infrastructure.flush();
    return {
      ...person,
      name,
      surname,
      keyIds: [made.id, rotated.id],
      secrets: [made.key, rotated.key],
      secretsOfFactors: [secret, ...recoveryCodes],
      subject,
      snoozed,
      ip,
    };
  }

  /** Creates a show that still runs although its last bookable day is past, and snoozes this problem. @returns its id. */
  async function snoozeProblem(ask: Developer["ask"]): Promise<string> {
    const show = await ask("POST", "/shows", { name: "The Pier", type: "play", booking_until: "2001-01-01" });
    const show_id = (show.body as { id: string }).id;
    await ask("POST", "/productions", { show_id, theatre_id: "palace", opening_date: "2001-01-01" });
    const problems = (await ask("GET", "/problems")).body as Record<string, string>[];
    const { rule, resource, record_id, facts } = problems.find((problem) => problem["record_id"] === show_id) ?? {};
    const snoozed = {
      problems: [{ rule, resource, record_id, facts }],
      reason: "Waits for the press office.",
      until: null,
    };
    expect((await ask("POST", "/problems/snooze", snoozed)).status).toBe(200);
    return show_id;
  }

  /** The rows of every table that contain one of the texts, each as `table: row`. */
  async function rowsWith(texts: readonly string[]): Promise<string[]> {
    const { database } = service.infrastructure;
    const tables = await database.query<{ name: string }>(
      "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
      [],
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await database.query<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${name} AS t`, []);
      found.push(...rows.flatMap(({ row }) => (texts.some((text) => row.includes(text)) ? [`${name}: ${row}`] : [])));
    }
    return found;
  }
  const tablesOf = (rows: string[]) => [...new Set(rows.map((row) => row.slice(0, row.indexOf(":"))))].toSorted();

  test("is exported as a file: the account, what belongs to it, and what it has done, no secret, and nothing of others", async () => {
    const [person, other] = [await personWithTraces(), await personWithTraces()];
    const hashes = await prisma().apiKey.findMany({ where: { account_id: person.id }, select: { hash: true } });

    const { status, headers, text } = await person.ask("GET", "/account/export");

    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(headers.get("content-disposition")).toBe('attachment; filename="theatre-listings-account.json"');
    const own = accountExport.parse(JSON.parse(text));
    const { id, email, name } = person;
    expect(own.account).toMatchObject({ id, email, name, role: "admin", has_password: true });
    expect(own.identities).toEqual([{ provider: "github", subject: person.subject, verified: true }]);
    expect(own.second_factors).toMatchObject({
      totp: { created_at: expect.any(String) },
      passkeys: [{ name: `The laptop of ${person.surname}` }],
      recovery_codes_left: 10,
    });
    expect(own.sessions).toMatchObject([{ current: true }]);
    expect(own.keys.map(({ id }) => id)).toEqual(person.keyIds);
    expect(own.keys[1]).toMatchObject({ note: `A note of ${person.surname}`, daily_limit: 10_000 });
    // On the day of a rotation both keys count on the first.
    expect(own.usage.filter(({ key_id }) => key_id !== null)).toEqual([
      { date: expect.any(String), key_id: person.keyIds[0], requests: 2, refused: 0 },
    ]);
    expect(own.usage.find(({ key_id }) => key_id === null)?.requests).toBeGreaterThan(5);
    expect(own.security_log.map(({ action }) => action)).toEqual([
      "sign-in-failed",
      "password-reset",
      "second-factor-added",
      "recovery-codes-made",
      "second-factor-added",
      "key-reported",
      "key-rotated",
      "key-created",
      "sign-in",
    ]);
    expect(own.changes).toMatchObject([
      { action: "create", resource: "productions" },
      { action: "create", resource: "shows", record_ids: [person.snoozed] },
    ]);
    expect(own.snoozes).toMatchObject([{ resource: "shows", reason: "Waits for the press office." }]);
    expect(own.usage_by_route.map(({ key_id, route }) => [key_id, route])).toEqual([
      [person.keyIds[0], "/api/shows"],
      [person.keyIds[0], null],
    ]);
    expect(own.failed_requests).toMatchObject([{ key_id: person.keyIds[1], status: 404 }]);
    expect(own.limit_requests).toMatchObject([{ key_id: person.keyIds[1], reason: `The plans of ${person.surname}` }]);
    expect(own.suggestions).toMatchObject([{ note: "Another date.", contact: person.email }]);
    expect(own.notices).toMatchObject([{ kind: "key-found", key_id: person.keyIds[0] }]);
    expect(own.letters).toHaveLength(letters);

    const secrets = [...person.secrets.map((key) => key.slice(12)), ...hashes.map(({ hash }) => hash)];
    const foreign = [other.id, other.email, other.subject, ...other.keyIds];
    const hidden = [...secrets, ...person.secretsOfFactors, ...foreign, "scrypt", person.ip];
    expect(hidden.filter((one) => text.includes(one))).toEqual([]);
    const asked = await person.ask("GET", "/account/export?account_id=another");
    expect([asked.status, invalidFieldsOf(asked)]).toEqual([400, ["account_id"]]);
  });

  test("is deleted from every table; logs keep an id without name, address, network and browser", async () => {
    const person = await personWithTraces();
    const admin = await developer(service, "admin");
    // An invitation may be older than the account of its address, and then has another id.
    await prisma().passwordLink.deleteMany({ where: { email: person.email } });
    await prisma().passwordLink.create({
      data: {
        email: person.email,
        hash: person.id,
        account_id: "of the invitation",
        role: "editor",
        issued_by: admin.id,
        expires_at: new Date(Date.now() + 60_000),
      },
    });
    // As when its day is used up.
    await service.infrastructure.database.query(
      "INSERT INTO daily_usage (subject, day, daily_limit, allowed, refused, granted) VALUES ($1, CURRENT_DATE, 60, 1, 0, 1)",
      [`account:${person.id} 1439`],
    );
    const traces = [person.surname, person.email, person.subject, ...person.keyIds];
    const network = `${person.ip.slice(0, person.ip.lastIndexOf("."))}.0/24`;
    const traced = tablesOf(await rowsWith([...traces, person.id, network]));
    // The tables that name an account, an address or a key.
    const named = await service.infrastructure.database.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND (table_name = 'accounts' OR column_name ~ '(account|key)_id$|email|_by$')`,
      [],
    );
    const tables = [...named.map(({ name }) => name), "daily_usage", "letters", "suggestions"];
    expect(traced).toEqual(tables.toSorted());

    expect((await person.ask("DELETE", "/account", { password })).status).toBe(200);

    expect(await rowsWith([...traces, network, person.ip])).toEqual([]);
    expect(tablesOf(await rowsWith([person.id]))).toEqual(["activity", "security_log"]);

    // The administrators who stay see what was done, by someone without a name.
    const nameless = { id: person.id, name: null };
    const entries = activityEntry.array().parse((await admin.ask("GET", `/activity?account_id=${person.id}`)).body);
    expect(entries.map(({ account }) => account)).toEqual([nameless, nameless]);
    const problems = dataProblem.array().parse((await admin.ask("GET", "/problems")).body);
    expect(problems.find(({ record_id }) => record_id === person.snoozed)?.snooze).toMatchObject({ account: null });
    const path = `/security-log?account_id=${person.id}`;
    const events = securityLogEntry.array().parse((await admin.ask("GET", path)).body);
    expect(events[0]).toMatchObject({ action: "account-deleted", account: nameless, by: nameless });
    // Another administrator made the reset link, from their own network.
    const own = events.filter(({ action }) => action !== "password-reset");
    expect(own.map(({ address, user_agent }) => [address, user_agent])).toEqual(own.map(() => [null, null]));
  });
});
