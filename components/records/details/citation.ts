import { useState } from "react";
import { isDay, typedDay } from "@/components/form/typed-day";
import { today } from "@/components/ui/calendar";
import type { RecordSources } from "@/lib/records/schema.browser";
import { sourceKinds } from "@/lib/records/terms.browser";

/** A source as the API has it. */
export type Source = RecordSources["sources"][number];

/** What was read, for any number of fields. */
export type Citation = Omit<Source, "field">;

export type CitationProblems = { [Field in keyof Citation]?: string };

export type TypedCitation = Record<keyof Citation, string>;

/**
 * Reads a citation as it is typed; without a name it is called after its site. One that has neither name nor link is
 * null, which is a problem only if one is required.
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

export function sourcesFor(fields: readonly Source["field"][], citation: Citation): Source[] {
  return fields.map((field) => ({ field, ...citation }));
}

export function emptyCitation(today: string): TypedCitation {
  return { name: "", url: "", kind: "official", read_on: today, note: "" };
}

export function typedCitation({ name, url, kind, read_on, note }: Citation): TypedCitation {
  return { name, url: url ?? "", kind, read_on: read_on ?? "", note: note ?? "" };
}

export function useCitation() {
  const [typed, setTyped] = useState(() => emptyCitation(today()));
  const [problems, setProblems] = useState<CitationProblems>({});
  return {
    /** For `CitationFields`. */
    fields: { typed, problems, onChange: setTyped },
    /** Shows what is wrong. @returns the citation, null when it may be empty and is, and undefined when it is wrong. */
    check(isRequired: boolean): Citation | null | undefined {
      const found = checkCitation(typed, { today: today(), isRequired });
      setProblems(found.problems);
      return Object.keys(found.problems).length > 0 ? undefined : found.citation;
    },
  };
}
