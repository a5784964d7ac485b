import "server-only";
import { pageInfrastructure } from "@/app/page-infrastructure";
import type { CalendarOfRecord } from "@/components/ui/calendar-address/calendar-dialog";
import { log } from "@/lib/core/log";
import { labelOfRecord } from "@/lib/resources/record-words";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { resourceAt } from "@/lib/resources/resources";
import { withTimeout } from "@/lib/core/timeout";

const timeoutMilliseconds = 1_000;

interface RecordFacts {
  /** For the page to show before the browser has loaded the lists that name the record. */
  name: string;
  /** The record's calendar; a production has that of its show. */
  calendar: CalendarOfRecord | null;
}

/** @returns null when there is no such record, or the data can't be read in time. */
export async function recordFacts(path: ResourcePath, id: string): Promise<RecordFacts | null> {
  try {
    return await withTimeout(timeoutMilliseconds, readFacts(path, id));
  } catch (error) {
    log.warn({ err: error }, "A record's page was shown without its name.");
    return null;
  }
}

async function readFacts(path: ResourcePath, id: string): Promise<RecordFacts | null> {
  const { catalogue, readVersions } = await pageInfrastructure();
  await catalogue.reach((await readVersions())?.data ?? null);
  const find = (one: string, wanted: string) => catalogue.row(one, wanted)?.record;
  const record = find(path, id);
  if (!record) return null;
  const [owner, ownerId] = path === "productions" ? (["shows", String(record["show_id"])] as const) : [path, id];
  const address = `/feeds/${owner}/${encodeURIComponent(ownerId)}.ics`;
  return {
    name: labelOfRecord(path, record, find),
    calendar: resourceAt(owner).hasCalendar ? { owner, address } : null,
  };
}
