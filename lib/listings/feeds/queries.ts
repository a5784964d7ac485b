import "server-only";
import type { Prisma, PrismaClient } from "../../db/generated/client.ts";
import { selectPage } from "../../db/rows.ts";
import type { PageReader } from "../../catalogue/representation-queries.ts";
import type { CalendarDate } from "./calendar-dates.ts";

/** A date as the calendars last had it. */
export interface CalendarEvent extends CalendarDate {
  /** How often its date or its text has changed. */
  readonly sequence: number;
  readonly changed_at: string;
  /** When the date was withdrawn; null: it stands. */
  readonly cancelled_at: string | null;
}

const columns = ["id", "kind", "date", "summary", "description", "location", "lat", "lng", "url", "feeds", "sequence"];
const table = { table: "calendar_events", columns: [...columns, "changed_at", "cancelled_at"] };

/** The stored dates, by id. */
export const calendarPage: PageReader<CalendarEvent> = async (transaction, page) => {
  const rows = await selectPage<CalendarEvent>(transaction, table, page);
  // PostgreSQL writes a time in the time zone of the connection.
  const utc = (time: string) => new Date(time).toISOString();
  return rows.map((row) => ({
    ...row,
    changed_at: utc(row.changed_at),
    cancelled_at: row.cancelled_at && utc(row.cancelled_at),
  }));
};

/** The version of the data. */
export async function readDataVersion(prisma: PrismaClient): Promise<number> {
  const { value } = await prisma.version.findUniqueOrThrow({ where: { name: "data" } });
  return Number(value);
}

const eventsInStatement = 500;

/**
 * Stores changed dates, if the data still have that version: `FOR SHARE` makes a change of the data wait. What another
 * instance has stored meanwhile stays.
 */
export async function storeEvents(
  prisma: PrismaClient,
  events: readonly CalendarEvent[],
  version: number,
): Promise<void> {
  for (let start = 0; start < events.length; start += eventsInStatement) {
    await storeChunk(prisma, JSON.stringify(events.slice(start, start + eventsInStatement)), version);
    // Others get their turn: the embedded database runs statements on this thread.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function storeChunk(prisma: Prisma.TransactionClient, events: string, version: number): Promise<void> {
  const names = columns.join(", ");
  const updated = columns.filter((name) => name !== "id").map((name) => `${name} = EXCLUDED.${name}`);
  await prisma.$executeRawUnsafe(
    `WITH current AS (SELECT value FROM versions WHERE name = 'data' AND value = $2::text::bigint FOR SHARE)
     INSERT INTO calendar_events AS stored (${names}, changed_at, cancelled_at)
     SELECT ${columns.map((name) => `given.${name}`).join(", ")}, now(), CASE WHEN given.cancelled_at IS NOT NULL THEN now() END
     FROM current, jsonb_populate_recordset(NULL::calendar_events, $1::jsonb) AS given
     ON CONFLICT (id) DO UPDATE SET ${updated.join(", ")},
       changed_at = CASE WHEN stored.sequence < EXCLUDED.sequence THEN EXCLUDED.changed_at ELSE stored.changed_at END,
       cancelled_at = CASE WHEN stored.sequence < EXCLUDED.sequence THEN EXCLUDED.cancelled_at ELSE stored.cancelled_at END
     WHERE stored.sequence < EXCLUDED.sequence
       OR (stored.sequence = EXCLUDED.sequence AND stored.feeds <> EXCLUDED.feeds)`,
    events,
    String(version),
  );
}
