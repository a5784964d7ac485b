import { isDay, typedDay } from "@/components/form/typed-day";
import { sourceKinds } from "@/lib/records/terms.browser";

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

/** What is wrong with a citation, by its field. */
export type CitationProblems = { [Field in keyof Citation]?: string };

/** A change to the sources of a record. It is repeated when someone else has changed them first. */
export type SourcesEdit = (sources: readonly Source[]) => Source[];

/** A citation as typed. */
export type TypedCitation = Record<keyof Citation, string>;

/**
 * Reads a citation as it is typed; without a name it is called after its site.
 *
 * @returns null instead of the citation when it has neither name nor link: that is a problem only if one is required.
 */
export function checkCitation(
  typed: TypedCitation,
  { today, isRequired }: { today: string; isRequired: boolean },
): { citation: Citation | null; problems: CitationProblems } {
  const citation = toCitation(typed, today);
  if (citation) return { citation, problems: citationProblems(citation) };
  return { citation, problems: isRequired ? { name: "Enter the name of the source, or its link" } : {} };
}

function toCitation(typed: TypedCitation, today: string): Citation | null {
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

function citationProblems({ name, url, read_on, note }: Citation): CitationProblems {
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

/** A citation as the source of each of the fields. */
export function sourcesFor(fields: readonly Source["field"][], citation: Citation): Source[] {
  return fields.map((field) => ({ field, ...citation }));
}

/** Removes a citation from these of its fields. */
export function removeCitation(
  sources: readonly Source[],
  citation: Citation,
  fields = fieldsCiting(sources, citation),
) {
  return sources.filter((one) => !(fields.includes(one.field) && isSameCitation(one, citation)));
}

/** Puts other sources in the place of a citation. Where a field cites the same page already, that is replaced too. */
export function replaceCitation(sources: readonly Source[], before: Citation, after: readonly Source[]): Source[] {
  const isReplaced = ({ field, name, url }: Source) =>
    after.some((one) => one.field === field && one.name === name && one.url === url);
  return [...removeCitation(sources, before).filter((one) => !isReplaced(one)), ...after];
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
