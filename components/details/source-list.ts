import { isDay, typedDay } from "@/components/record-form/typed-day";
import { sourceKinds } from "@/lib/resource/terms";

/** A source as the API has it. */
export interface Source {
  /** The field of the record or of its details; null for the whole record. */
  field: string | null;
  name: string;
  url: string | null;
  kind: (typeof sourceKinds)[number];
  read_on: string | null;
  note: string | null;
}

export interface SourcesDocument {
  verified_at: string | null;
  sources: readonly Source[];
}

/** What was read, for any number of fields. */
export type Citation = Omit<Source, "field">;

export interface CitationOfFields extends Citation {
  fields: readonly Source["field"][];
}

/** A change to the sources of a record. It is repeated when somebody else has changed them first. */
export type SourcesEdit = (sources: readonly Source[]) => Source[];

/** A citation as typed. */
export type TypedCitation = Record<keyof Citation, string>;

/** An empty citation. @param today its day of reading. */
export function emptyCitation(today: string): TypedCitation {
  return { name: "", url: "", kind: "official", read_on: today, note: "" };
}

export function typedCitation({ name, url, kind, read_on, note }: Citation): TypedCitation {
  return { name, url: url ?? "", kind, read_on: read_on ?? "", note: note ?? "" };
}

/** What was typed, as the API takes it; without a name it is called after its site. Null when there is neither. */
export function toCitation(typed: TypedCitation, today: string): Citation | null {
  const url = typed.url.trim();
  const name = typed.name.trim() || (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url);
  if (name === "") return null;
  return {
    name,
    url: url || null,
    kind: sourceKinds.find((kind) => kind === typed.kind) ?? "official",
    read_on: typed.read_on.trim() === "" ? null : typedDay(typed.read_on, today),
    note: typed.note.trim() || null,
  };
}

/** What is wrong with a citation, by its field. */
export function citationProblems({ name, url, read_on, note }: Citation): { [Field in keyof Citation]?: string } {
  return {
    ...([...name].length > 200 && { name: "Must have at most 200 characters" }),
    ...(url !== null &&
      !(/^https?:\/\/\S+$/i.test(url) && URL.canParse(url)) && {
        url: "Enter a web address that begins with https:// or http://",
      }),
    ...(read_on !== null && !isDay(read_on) && { read_on: "Enter a date, such as 3 Sep 2026 or yesterday" }),
    ...([...(note ?? "")].length > 2000 && { note: "Must have at most 2000 characters" }),
  };
}

/** Adds a citation to fields. Where a field has it already, it is replaced: the page was read again. */
export function addCitation(sources: readonly Source[], { fields, ...citation }: CitationOfFields): Source[] {
  const isReplaced = ({ field, name, url }: Source) =>
    fields.includes(field) && name === citation.name && url === citation.url;
  return [...sources.filter((one) => !isReplaced(one)), ...fields.map((field) => ({ field, ...citation }))];
}

/** Removes a citation from these of its fields. */
export function removeCitation(
  sources: readonly Source[],
  citation: Citation,
  fields = fieldsCiting(sources, citation),
) {
  return sources.filter((one) => !(fields.includes(one.field) && isSameCitation(one, citation)));
}

export function replaceCitation(sources: readonly Source[], before: Citation, after: CitationOfFields): Source[] {
  return addCitation(removeCitation(sources, before), after);
}

/** The fields for which a citation stands. */
export function fieldsCiting(sources: readonly Source[], citation: Citation): Source["field"][] {
  return sources.filter((one) => isSameCitation(one, citation)).map(({ field }) => field);
}

/** The sources of each field, fields in the given order, then those that the form doesn't have. */
export function sourcesByField(
  sources: readonly Source[],
  order: readonly Source["field"][],
): [field: Source["field"], sources: Source[]][] {
  const fields = [...new Set([...order, ...sources.map(({ field }) => field)])];
  return fields
    .map((field): [Source["field"], Source[]] => [field, sources.filter((one) => one.field === field)])
    .filter(([, found]) => found.length > 0);
}

function isSameCitation(one: Citation, other: Citation): boolean {
  const members = ["name", "url", "kind", "read_on", "note"] as const;
  return members.every((member) => one[member] === other[member]);
}
