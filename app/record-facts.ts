import "server-only";
import { pageInfrastructure, readInTime } from "@/app/page-infrastructure";
import { recordShape } from "@/components/records/form/record-shape";
import type { CalendarOfRecord } from "@/components/records/merge/calendar-dialog";
import { fieldInWords, labelOfRecord, type FindRecord } from "@/lib/resources/record-words";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { resourceAt } from "@/lib/resources/resources";
import { shapes } from "@/lib/resources/shapes";

interface RecordFacts {
  /** For the page to show before the browser has loaded the lists that name the record. */
  name: string;
  /** The record's calendar; a production has that of its show. */
  calendar: CalendarOfRecord | null;
}

/** @returns null when there is no such record, or the data can't be read in time. */
export async function recordFacts(path: ResourcePath, id: string): Promise<RecordFacts | null> {
  return readInTime(readFacts(path, id), "A record's page was shown without its name.");
}

async function readFacts(path: ResourcePath, id: string): Promise<RecordFacts | null> {
  const catalogue = await currentCatalogue();
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

/** A record as the pages about suggestions show it. @returns null when there is no such record. */
export async function recordToCorrect(path: ResourcePath, id: string) {
  const catalogue = await currentCatalogue();
  const row = catalogue.row(path, id);
  if (!row) return null;
  const find: FindRecord = (one, other) => catalogue.row(one, other)?.record;
  const values: Readonly<Record<string, unknown>> = { ...row.details, ...row.record };
  const show = path === "productions" ? values["show_id"] : undefined;
  return {
    name: labelOfRecord(path, row.record, find),
    /** Its page for people, or that of its show. */
    page:
      path === "shows" || path === "theatres" || path === "people"
        ? `/${path}/${encodeURIComponent(id)}`
        : typeof show === "string"
          ? `/shows/${encodeURIComponent(show)}`
          : null,
    fields: [...recordShape(path, shapes[path]).fields, ...recordShape(path, shapes[path], "details").fields].map(
      (field) => ({
        ...field,
        /** Its value in words. */
        present: fieldInWords(path, field.name, values, find)?.value ?? "empty",
      }),
    ),
  };
}

/** The catalogue, as new as the data. */
async function currentCatalogue() {
  const { catalogue, readVersions } = await pageInfrastructure();
  await catalogue.reach((await readVersions())?.data ?? null);
  return catalogue;
}
