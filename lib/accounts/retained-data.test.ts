import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../test/databases.ts";
import { developer } from "../../test/developer.ts";
import { useService } from "../../test/service.ts";
import { resources } from "../resources/resources.ts";
import { impersonalTables, retainedData } from "./housekeeping.ts";

const models = [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model \w+ \{\n([^]*?)\n\}/gm)].map(
  ([, body = ""]) => ({
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "",
    columns: [...body.matchAll(/^ {2}(\w+)\s/gm)].map(([, name = ""]) => name),
  }),
);
const described = new Set(retainedData.flatMap(({ tables }) => tables));

test("every table of the database is described on /privacy, or listed as one without people", () => {
  const tables = models.map(({ table }) => table);
  const listings = resources.map(({ path }) => path.replaceAll("-", "_"));

  expect(tables.length).toBeGreaterThan(20);
  expect([...described, ...impersonalTables, ...listings].toSorted()).toEqual(tables.toSorted());
});

test("a table that names an account, an address or a browser is described on /privacy", () => {
  const personal = /^(account|key)_id$|_by$|email|user_agent|^subject$|password/;
  const naming = models.filter(({ columns }) => columns.some((name) => personal.test(name)));

  expect(naming.length).toBeGreaterThan(10);
  expect(naming.map(({ table }) => table).filter((table) => !described.has(table))).toEqual([]);
});

/** What is kept for a time, and how a row is made at a time `at`, of an account or a key; its `name` tells it from others. */
const timed: { table: string; kept: string; insert: string; own?: string }[] = [
  {
    table: "sessions",
    kept: "8 hours",
    insert:
      "(id, account_id, created_at, expires_at, last_used_at) SELECT name, account_id, at, at + interval '8 hours', at",
    own: "id = $1",
  },
  {
    table: "passkey_challenges",
    kept: "5 minutes",
    insert: "(challenge, expires_at) SELECT name, at + interval '5 minutes'",
    own: "challenge = $1",
  },
  { table: "sign_in_failures", kept: "15 minutes", insert: "(email, address, at) SELECT name, '192.0.2.1', at" },
  {
    table: "reset_requests",
    kept: "15 minutes",
    insert: "(email, address, at, is_answered) SELECT name, '192.0.2.1', at, true",
  },
  { table: "reset_requests", kept: "1 day", insert: "(email, address, at) SELECT name, '192.0.2.1', at" },
  {
    table: "password_links",
    kept: "7 days",
    insert:
      "(email, hash, account_id, issued_by, expires_at) SELECT name, name, account_id, account_id, at + interval '7 days'",
  },
  {
    table: "mailed_links",
    kept: "1 hour",
    insert: "(hash, account_id, purpose, expires_at) SELECT name, account_id, 'reset', at + interval '1 hour'",
    own: "hash = $1",
  },
  {
    table: "letters",
    kept: "14 days",
    insert: `("to", subject, sent_at, next_try, expires_at) SELECT 'a@example.com', name, at, NULL, at + interval '14 days'`,
    own: "subject = $1",
  },
  {
    table: "security_log",
    kept: "400 days",
    insert: "(account_id, action, at) SELECT name, 'sign-in', at",
    own: "account_id = $1",
  },
  {
    table: "notices",
    kept: "30 days",
    insert: "(account_id, kind, occasion, text, at, dismissed_at) SELECT account_id, 'key-found', name, '', at, at",
    own: "occasion = $1",
  },
  {
    table: "failed_requests",
    kept: "14 days",
    insert: "(key_id, at, request_id, method, route, status, why) SELECT key_id, at, name, 'GET', '/', 404, ''",
    own: "request_id = $1",
  },
  {
    table: "route_usage",
    kept: "400 days",
    insert:
      "(key_id, day, route, status_2xx, status_3xx, status_4xx, status_5xx, counted) SELECT key_id, at, name, 0, 0, 0, 0, 0",
    own: "route = $1",
  },
  {
    table: "daily_usage",
    kept: "400 days",
    insert: "(subject, day, daily_limit, allowed, refused, granted) SELECT 'key:' || name, at, 1, 1, 0, 1",
    own: "subject = 'key:' || $1",
  },
  {
    table: "daily_usage",
    kept: "1 day",
    insert: "(subject, day, daily_limit, allowed, refused, granted) SELECT 'ip:' || name, at, 1, 1, 0, 1",
    own: "subject = 'ip:' || $1",
  },
  {
    table: "suggestions",
    kept: "90 days",
    insert:
      "(id, resource, record_id, note, contact, state, created_at, answered_at) SELECT name, 'shows', 'hamilton', 'Wrong.', 'a@example.com', 'declined', at, at",
    own: "id = $1 AND contact IS NOT NULL",
  },
];

describe.each(databaseKinds)("what is kept for a time (%s)", (databaseKind) => {
  const service = useService(databaseKind);

  test("is there before its time is over, and not after", async () => {
    const { database, housekeeping } = service.infrastructure;
    const owner = await developer(service);
    const key = await owner.makeKey();
    const made = timed.flatMap(({ own = "email = $1", ...kind }, index) => {
      // What is counted by the day is kept until its day is over.
      const over = kind.insert.includes("day") ? "1 day" : "1 minute";
      return [
        { ...kind, own, left: 1, age: `interval '${kind.kept}' - interval '1 minute'` },
        { ...kind, own, left: 0, age: `interval '${kind.kept}' + interval '${over}'` },
      ].map((row) => ({ ...row, name: hash("sha256", `${index} ${row.left}`) }));
    });
    for (const { table, insert, age, name } of made)
      await database.query(
        `WITH given AS (SELECT $1::text AS account_id, $2::text AS key_id, $3::text AS name, now() - (${age}) AS at)
         INSERT INTO ${table} ${insert} FROM given`,
        [owner.id, key.id, name],
      );

    await housekeeping.deleteOldRows();

    for (const { table, own, age, left, name } of made) {
      const [row] = await database.query<{ count: number }>(`SELECT count(*)::int FROM ${table} WHERE ${own}`, [name]);
      expect([table, age, row?.count]).toEqual([table, age, left]);
    }
  });
});
