import { formatDay } from "@/lib/core/date-words.browser";
import { londonDay } from "@/components/ui/calendar";
import type { RecordField } from "@/components/records/form/record-shape";
import type { Directory } from "@/components/records/record-name";
import type { Source, SourcesDocument } from "./source-list";
import { valueInWords } from "./value-words";

/** A fact before and after a change, in words. */
export interface ChangedFact {
  label: string;
  before: string;
  after: string;
}

interface Version {
  details?: unknown;
  sources?: unknown;
}

/**
 * What a change did to the details and the sources of a record.
 *
 * @param before as in the activity log: with the parts that the change touched.
 * @param details the fields of the details.
 */
export function changedParts(
  before: Version,
  after: Version,
  { record, details }: { record: readonly RecordField[]; details: readonly RecordField[] },
  directory: Directory,
): ChangedFact[] {
  return [
    ...changedDetails(fieldsOf(before.details), fieldsOf(after.details), details, directory),
    ...changedSources(before.sources, after.sources, [...record, ...details]),
  ];
}

function changedDetails(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  fields: readonly RecordField[],
  directory: Directory,
): ChangedFact[] {
  return fields.flatMap((field) => {
    const [from, to] = [before[field.name], after[field.name]].map((value) => valueInWords(value, field, directory));
    return from === to || from === undefined || to === undefined
      ? []
      : [{ label: field.label, before: from, after: to }];
  });
}

function changedSources(before: unknown, after: unknown, fields: readonly RecordField[]): ChangedFact[] {
  const [from, to] = [documentOf(before), documentOf(after)];
  const labelOf = (field: Source["field"]) =>
    field === null
      ? "Source of the whole record"
      : `Source of ${fields.find(({ name }) => name === field)?.label ?? field}`;
  const facts = [...new Set([...from.sources, ...to.sources].map(({ field }) => field))].flatMap((field) => {
    const [earlier, later] = [from, to].map(({ sources }) => wordsOf(sources.filter((one) => one.field === field)));
    if (earlier === undefined || later === undefined || earlier === later) return [];
    return [{ label: labelOf(field), before: earlier, after: later }];
  });
  if (from.verified_at === to.verified_at) return facts;
  return [...facts, { label: "Verified", before: dayOf(from.verified_at), after: dayOf(to.verified_at) }];
}

function wordsOf(sources: readonly Source[]): string {
  return sources.map(sourceInWords).join("; ") || "empty";
}

/** `Press release (press, https://…, read 3 Mar 2026, note)`. */
function sourceInWords({ name, kind, url, read_on, note }: Source): string {
  const more = [kind, url, read_on && `read ${formatDay(read_on)}`, note].filter((one) => one !== null && one !== "");
  return `${name} (${more.join(", ")})`;
}

function dayOf(at: string | null): string {
  return at === null ? "never" : formatDay(londonDay(at));
}

function fieldsOf(part: unknown): Readonly<Record<string, unknown>> {
  return typeof part === "object" && part !== null ? { ...part } : {};
}

function documentOf(part: unknown): SourcesDocument {
  return { verified_at: null, sources: [], ...fieldsOf(part) };
}
