import "server-only";
import { dayName, utcDay } from "../../core/clock.ts";
import type { Prisma } from "../../db/generated/client.ts";

/** The account id under which the activity log lists what follows from the calendar alone. */
export const scheduleId = "schedule";

const nameOfDay = "current-shows";

/** The last London day, `YYYY-MM-DD`, on which the current shows were looked at; null before the first. */
export async function readLastLook(prisma: Prisma.TransactionClient): Promise<string | null> {
  const [last] = await prisma.$queryRaw<{ value: bigint | number }[]>`
    SELECT value FROM versions WHERE name = ${nameOfDay}`;
  return last ? dayName(Number(last.value)) : null;
}

/** Notes that the current shows were looked at. The day stands beside the versions, as the number of days since 1970. */
export async function writeLastLook(transaction: Prisma.TransactionClient, today: string): Promise<void> {
  const day = utcDay(Date.parse(today));
  await transaction.$executeRaw`
    INSERT INTO versions (name, value) VALUES (${nameOfDay}, ${day}::int)
    ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`;
}

/**
 * The theatres whose current show is not the one that runs there any more, or not yet (contract §28), each with the show
 * to name instead.
 *
 * @param since the day of the last look; null at the first.
 */
export async function findStaleTheatres(
  transaction: Prisma.TransactionClient,
  today: string,
  since: string | null,
): Promise<{ id: string; show_id: string | null }[]> {
  return transaction.$queryRaw`
    WITH run AS (
      SELECT id, show_id, theatre_id, COALESCE(first_preview, opening_date) AS first_day, closing_date FROM productions
    ), running AS (
      SELECT DISTINCT ON (theatre_id) theatre_id, show_id, first_day FROM run
      WHERE first_day <= ${today}::date AND (closing_date IS NULL OR closing_date >= ${today}::date)
      ORDER BY theatre_id, first_day DESC, id COLLATE "C"
    ), last_change AS (
      SELECT DISTINCT ON (record_id) record_id, id, before->>'current_show_id' AS before, after->>'current_show_id' AS after
      FROM activity WHERE account_id = ${scheduleId} AND resource = 'theatres' ORDER BY record_id, id DESC
    )
    SELECT theatre.id, running.show_id FROM theatres AS theatre LEFT JOIN running ON running.theatre_id = theatre.id
    WHERE CASE
      WHEN theatre.current_show_id IS NULL THEN running.first_day > ${since}::date
      ELSE (
        SELECT bool_and(closing_date IS NOT NULL AND closing_date < ${today}::date) FROM run
        WHERE run.theatre_id = theatre.id AND run.show_id = theatre.current_show_id
      ) END
      -- What staff have undone stays until a production begins or ends there after that day.
      AND NOT EXISTS (
        SELECT FROM last_change, activity AS undo
        WHERE last_change.record_id = theatre.id AND undo.resource = 'theatres' AND undo.record_id = theatre.id
          AND undo.id > last_change.id AND undo.action = 'revert'
          AND undo.before->>'current_show_id' IS NOT DISTINCT FROM last_change.after
          AND undo.after->>'current_show_id' IS NOT DISTINCT FROM last_change.before
          AND theatre.current_show_id IS NOT DISTINCT FROM last_change.before
          AND NOT EXISTS (
            SELECT FROM run WHERE run.theatre_id = theatre.id AND (
              (first_day > (undo.at AT TIME ZONE 'Europe/London')::date AND first_day <= ${today}::date)
              OR (closing_date > (undo.at AT TIME ZONE 'Europe/London')::date AND closing_date < ${today}::date)
            )
          )
      )
    ORDER BY theatre.id COLLATE "C"`;
}
