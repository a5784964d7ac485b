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
const described = new Set(retainedData.flatMap(({ tables }) => Object.keys(tables)));

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

/** What is kept for a time: the table, the time, what tells a row from others by its `name`, and how one is made at a time `at`. */
const timed = `
sessions | 8 hours | id = $1 | (id, account_id, created_at, expires_at, last_used_at) SELECT name, account_id, at, at + interval '8 hours', at
passkey_challenges | 5 minutes | challenge = $1 | (challenge, expires_at) SELECT name, at + interval '5 minutes'
sign_in_failures | 15 minutes | email = $1 | (email, address, at) SELECT name, '192.0.2.1', at
reset_requests | 15 minutes | email = $1 | (email, address, at, is_answered) SELECT name, '192.0.2.1', at, true
reset_requests | 1 day | email = $1 | (email, address, at) SELECT name, '192.0.2.1', at
password_links | 7 days | email = $1 | (email, hash, account_id, issued_by, expires_at) SELECT name, name, account_id, account_id, at + interval '7 days'
mailed_links | 1 hour | hash = $1 | (hash, account_id, purpose, expires_at) SELECT name, account_id, 'reset', at + interval '1 hour'
letters | 14 days | subject = $1 | ("to", subject, sent_at, next_try, expires_at) SELECT 'a@example.com', name, at, NULL, at + interval '14 days'
security_log | 400 days | account_id = $1 | (account_id, action, at) SELECT name, 'sign-in', at
notices | 30 days | occasion = $1 | (account_id, kind, occasion, text, at, dismissed_at) SELECT account_id, 'key-found', name, '', at, at
failed_requests | 14 days | request_id = $1 | (key_id, at, request_id, method, route, status, why) SELECT key_id, at, name, 'GET', '/', 404, ''
route_usage | 400 days | route = $1 | (key_id, day, route, status_2xx, status_3xx, status_4xx, status_5xx, counted) SELECT key_id, at, name, 0, 0, 0, 0, 0
daily_usage | 400 days | subject = 'key:' || $1 | (subject, day, daily_limit, allowed, refused, granted) SELECT 'key:' || name, at, 1, 1, 0, 1
record_reads | 30 days | path = $1 | (path, day, count) SELECT name, at, 1
daily_usage | 1 day | subject = 'ip:' || $1 | (subject, day, daily_limit, allowed, refused, granted) SELECT 'ip:' || name, at, 1, 1, 0, 1
suggestions | 90 days | id = $1 AND contact IS NOT NULL | (id, resource, record_id, note, contact, state, created_at, answered_at) SELECT name, 'shows', 'hamilton', 'Wrong.', 'a@example.com', 'declined', at, at
`
  .trim()
  .split("\n")
  .map((line) => line.split(" | ") as [table: string, kept: string, own: string, insert: string]);

describe.each(databaseKinds)("what is kept for a time (%s)", (databaseKind) => {
  const service = useService(databaseKind);

  test("is there before its time is over, and not after", async () => {
    const { database, housekeeping } = service.infrastructure;
    const owner = await developer(service);
    const key = await owner.makeKey();
    const made = timed.flatMap(([table, kept, own, insert], index) => {
      // What is counted by the day is kept until its day is over.
      const over = insert.includes("day") ? "1 day" : "1 minute";
      return [
        { table, insert, own, left: 1, age: `interval '${kept}' - interval '1 minute'` },
        { table, insert, own, left: 0, age: `interval '${kept}' + interval '${over}'` },
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
