import "server-only";
import { readMilliseconds, withTimeout } from "../../core/promises.ts";
import type { PrismaClient } from "../../db/generated/client.ts";
import type { CalendarEvent } from "./calendar-dates.ts";

/** An event with the number that it was stored under. */
export interface StoredEvent extends CalendarEvent {
  readonly number: number;
}

const columns = ["id", "kind", "date", "summary", "description", "location", "lat", "lng", "url", "feeds", "sequence"];
const storedColumns = [...columns, "changed_at", "cancelled_at", "number"].join(", ");
const eventsInPage = 500;

/** The version of the data, and the number of the event that was stored last. */
export async function readNumbers(prisma: PrismaClient): Promise<{ data: number; calendars: number }> {
  const rows = await withTimeout(
    readMilliseconds,
    prisma.version.findMany({ where: { name: { in: ["data", "calendars"] } } }),
  );
  const numberOf = (name: string) => Number(rows.find((row) => row.name === name)?.value ?? 0);
  return { data: numberOf("data"), calendars: numberOf("calendars") };
}

/** The stored events with a number above `after`, whichever instance has stored them. */
export async function readEvents(prisma: PrismaClient, after: number): Promise<StoredEvent[]> {
  const pages: StoredEvent[][] = [];
  for (let last: string | null = ""; last !== null;) {
    const statement = `SELECT coalesce(json_agg(one), '[]')::text AS page FROM (
       SELECT ${storedColumns} FROM calendar_events
       WHERE number > $1::text::bigint AND id > $2 ORDER BY id LIMIT ${eventsInPage}
     ) AS one`;
    const reading = eventsOf(prisma, statement, String(after), last);
    const page: StoredEvent[] = await withTimeout(readMilliseconds, reading);
    pages.push(page);
    last = page.length < eventsInPage ? null : (page.at(-1)?.id ?? null);
  }
  return pages.flat();
}

/**
 * Stores changed dates, if the data still have that version: `FOR SHARE` makes a change of the data wait. What another
 * instance has stored meanwhile stays.
 *
 * @returns what it has stored, in pages of one number.
 */
export async function* storeEvents(prisma: PrismaClient, events: readonly CalendarEvent[], version: number) {
  for (let start = 0; start < events.length; start += eventsInPage) {
    const page = JSON.stringify(events.slice(start, start + eventsInPage));
    yield await eventsOf(prisma, storeStatement, page, String(version));
  }
}

const updatedColumns = columns.filter((name) => name !== "id").map((name) => `${name} = EXCLUDED.${name}`);
const storeStatement = `WITH current AS (SELECT value FROM versions WHERE name = 'data' AND value = $2::text::bigint FOR SHARE),
     numbered AS (
       UPDATE versions SET value = versions.value + 1 FROM current WHERE versions.name = 'calendars' RETURNING versions.value
     ),
     one AS (
       INSERT INTO calendar_events AS stored (${columns.join(", ")}, changed_at, cancelled_at, number)
       SELECT ${columns.map((name) => `given.${name}`).join(", ")}, now(),
         CASE WHEN given.cancelled_at IS NOT NULL THEN now() END, numbered.value
       FROM numbered, jsonb_populate_recordset(NULL::calendar_events, $1::jsonb) AS given
       ON CONFLICT (id) DO UPDATE SET ${updatedColumns.join(", ")}, number = EXCLUDED.number,
         changed_at = CASE WHEN stored.sequence < EXCLUDED.sequence THEN EXCLUDED.changed_at ELSE stored.changed_at END,
         cancelled_at = CASE WHEN stored.sequence < EXCLUDED.sequence THEN EXCLUDED.cancelled_at ELSE stored.cancelled_at END
       WHERE stored.sequence < EXCLUDED.sequence
         OR (stored.sequence = EXCLUDED.sequence AND stored.feeds <> EXCLUDED.feeds)
       RETURNING ${storedColumns}
     )
     SELECT coalesce(json_agg(one), '[]')::text AS page FROM one`;

/** As one JSON text, because decoding each value takes several times as long. */
async function eventsOf(prisma: PrismaClient, statement: string, ...values: string[]): Promise<StoredEvent[]> {
  // Others get their turn: the embedded database runs statements on this thread.
  await new Promise((resolve) => setImmediate(resolve));
  const [found] = await prisma.$queryRawUnsafe<{ page: string }[]>(statement, ...values);
  const rows = JSON.parse(found?.page ?? "[]") as StoredEvent[];
  // PostgreSQL writes a time in the time zone of the connection.
  const utc = (time: string) => new Date(time).toISOString();
  return rows.map((row) => ({
    ...row,
    changed_at: utc(row.changed_at),
    cancelled_at: row.cancelled_at && utc(row.cancelled_at),
  }));
}
