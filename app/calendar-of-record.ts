import "server-only";
import { pageInfrastructure } from "@/app/page-infrastructure";
import type { CalendarOfRecord } from "@/components/calendar-address/calendar-dialog";
import { log } from "@/lib/log";
import type { ResourcePath } from "@/lib/resources/nouns";
import { resourceAt } from "@/lib/resources/resources";
import type { Production } from "@/lib/resources/productions/schema";
import { withTimeout } from "@/lib/timeout";

const timeoutMilliseconds = 1_000;
const withCalendar: readonly ResourcePath[] = ["shows", "theatres", "people"];

/**
 * The calendar of a record; a production has that of its show.
 *
 * @returns null when there is none, or the data can't be read in time.
 */
export async function calendarOfRecord(path: ResourcePath, id: string): Promise<CalendarOfRecord | null> {
  const [owner, ownerId] = path === "productions" ? ["shows" as const, await showOf(id)] : [path, id];
  if (ownerId === null || !withCalendar.includes(owner)) return null;
  return { owner, address: `/feeds/${owner}/${encodeURIComponent(ownerId)}.ics` };
}

async function showOf(id: string): Promise<string | null> {
  try {
    const { snapshots, readVersions } = await pageInfrastructure();
    const version = (await readVersions())?.data ?? null;
    const stored = await withTimeout(timeoutMilliseconds, snapshots.snapshot(resourceAt("productions"), version));
    const body = stored.record(id);
    // The resource's own serializer wrote this JSON.
    return body && (JSON.parse(body.identity.toString()) as Production).show_id;
  } catch (error) {
    log.warn({ err: error }, "A production's page was shown without its calendar.");
    return null;
  }
}
