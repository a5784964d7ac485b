import "server-only";
import { programStaff } from "../../http/access/staff.ts";
import type { Database } from "../../db/database.ts";
import { runAuditedChange } from "../../records/audited-change.ts";
import { flush, logStep } from "../../records/flush.ts";
import { getCurrent, updateRecord } from "../../records/record-operations.ts";
import { UnitOfWork } from "../../records/unit-of-work.ts";
import { resourceAt } from "../../resources/resources.ts";
import { findStaleTheatres, readLastLook, scheduleId, writeLastLook } from "./current-show-queries.ts";

/**
 * Lets `current_show_id` follow the runs of a day that was not looked at yet (contract §28), in one transaction. Each
 * theatre is a change of its own in the log, by the schedule, so that it is undone by itself.
 *
 * @param today the day in London; an earlier one than the last does nothing.
 */
export async function followRuns(database: Database, today: string): Promise<void> {
  if (isDone(await readLastLook(database.prisma), today)) return;
  const theatres = resourceAt("theatres");
  await runAuditedChange(database, programStaff(scheduleId, "The schedule"), async (audited) => {
    const { transaction } = audited;
    // Another instance may have looked while this one waited for its turn.
    const since = await readLastLook(transaction);
    if (isDone(since, today)) return;
    await writeLastLook(transaction, today);
    const work = new UnitOfWork(transaction, today);
    const steps = [];
    for (const { id, show_id } of await findStaleTheatres(transaction, today, since)) {
      const theatre = await getCurrent(work, theatres, id, undefined);
      steps.push(await updateRecord(work, theatres, theatre, { current_show_id: show_id }));
    }
    const [refusal] = await flush(work);
    if (refusal) throw refusal.error;
    for (const step of steps) {
      audited.beginNext();
      logStep(audited, step, today);
    }
  });
}

function isDone(last: string | null, today: string): boolean {
  return last !== null && last >= today;
}
