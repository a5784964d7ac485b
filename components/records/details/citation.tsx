import { useEffect, useRef, useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { DayControl } from "@/components/form/day-control";
import { isDay, typedDay } from "@/components/form/typed-day";
import { readStored, storeDraft } from "@/components/records/form/drafts";
import type { RecordField } from "@/components/records/form/record-shape";
import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { Field, SelectField } from "@/components/ui/field";
import type { RecordSources } from "@/lib/records/schema.browser";
import { capitalised, sourceKinds } from "@/lib/records/terms.browser";
import { useSources } from "./sources";

/** A source as the API has it. */
export type Source = RecordSources["sources"][number];

/** What was read, for any number of fields. */
export type Citation = Omit<Source, "field">;

type CitationProblems = { [Field in keyof TypedCitation]?: string };

export type TypedCitation = Record<Exclude<keyof Citation, "note">, string>;

/** Reads what is typed; without a name it is called after its site. Null without both: a problem where required. */
export function checkCitation(
  typed: TypedCitation,
  { today, isRequired }: { today: string; isRequired: boolean },
): { citation: Citation | null; problems: CitationProblems } {
  const url = typed.url.trim();
  const name = typed.name.trim() || (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url);
  if (name === "")
    return { citation: null, problems: isRequired ? { name: "Enter the name of the source, or its link" } : {} };
  const citation = {
    name,
    url: url || null,
    kind: sourceKinds.find((kind) => kind === typed.kind) ?? "official",
    read_on: typed.read_on.trim() === "" ? null : typedDay(typed.read_on, today),
    note: null,
  };
  return { citation, problems: citationProblems(citation) };
}

function citationProblems({ name, url, read_on }: Citation): CitationProblems {
  return {
    ...([...name].length > 200 && { name: "Must have at most 200 characters" }),
    ...(url !== null &&
      !(/^https?:\/\/\S+$/i.test(url) && URL.canParse(url)) && {
        url: "Enter a web address that begins with https:// or http://",
      }),
    ...(read_on !== null && !isDay(read_on) && { read_on: "Enter a date, such as 3 Sep 2026 or yesterday" }),
  };
}

export function emptyCitation(today: string, link: string | null = null): TypedCitation {
  return { name: "", url: link ?? "", kind: "official", read_on: today };
}

export function typedCitation({ name, url, kind, read_on }: Citation): TypedCitation {
  return { name, url: url ?? "", kind, read_on: read_on ?? "" };
}

/** @param link what it begins with. */
export function useCitation(link: string | null = null) {
  /** Null while nothing is typed. */
  const [entered, setEntered] = useState<TypedCitation | null>(null);
  const [problems, setProblems] = useState<CitationProblems>({});
  const typed = entered ?? emptyCitation(today(), link);
  function onChange(next: TypedCitation) {
    setEntered(next);
    setProblems({});
  }
  return {
    isTyped: entered !== null,
    /** For `CitationFields`. */
    fields: { typed, problems, onChange },
    /** Shows what is wrong. @returns the citation, null when it may be empty and is, and undefined when it is wrong. */
    check(isRequired: boolean): Citation | null | undefined {
      const found = checkCitation(typed, { today: today(), isRequired });
      setProblems(found.problems);
      return Object.keys(found.problems).length > 0 ? undefined : found.citation;
    },
    clear: () => setEntered(null),
  };
}

interface Props {
  typed: TypedCitation;
  problems: CitationProblems;
  onChange(typed: TypedCitation): void;
}

/** What was read: its name, link, kind and day. */
export function CitationFields({ typed, problems, onChange }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const control = (name: keyof TypedCitation) => ({
    value: typed[name],
    problem: problems[name],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => onChange({ ...typed, [name]: event.target.value }),
  });
  useEffect(() => {
    element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);
  return (
    <div ref={element} className="grid gap-3 sm:grid-cols-2">
      <Field label="Source" dir="auto" placeholder="Page, programme or visit" {...control("name")} />
      <Field label="Link" inputMode="url" placeholder="https://" {...control("url")} />
      <SelectField label="Kind" {...control("kind")} options={sourceKinds.map((kind) => [kind, capitalised(kind)])} />
      <DayControl
        label="Seen on"
        name="read_on"
        value={typed.read_on}
        problem={problems.read_on}
        onChange={(read_on) => onChange({ ...typed, read_on })}
      />
    </div>
  );
}

/** Where the last source that an account gave is stored in this browser. */
const citationKey = (account: string) => `citation:${account}`;

/**
 * Asks for the source of changed fields. It may stay empty.
 *
 * @param changed empty while there is nothing to save. @param link the source of what the form was filled with.
 */
export function useSourcePrompt(changed: readonly RecordField[], link: string | null) {
  const account = useCurrentStaff().id;
  const hasSources = useSources() !== null;
  const { isTyped, fields, check, clear } = useCitation(link);
  const isShown = hasSources && changed.length > 0;
  const last = isShown && !isTyped && link === null ? readCitation(readStored(citationKey(account))) : null;
  return {
    prompt: isShown && (
      <fieldset className="mt-6 grid min-w-0 gap-3 rounded border border-line bg-raised p-4">
        <legend className="px-1 text-sm font-semibold">
          Source for: {changed.map(({ label }) => label).join(", ")}{" "}
          <span className="font-normal text-muted">(optional)</span>
        </legend>
        {last && (
          <div>
            <Button className="max-w-full text-left" onClick={() => fields.onChange(typedCitation(last))}>
              <span className="min-w-0 truncate">
                Same source as before: <bdi>{last.name}</bdi>
              </span>
            </Button>
          </div>
        )}
        <CitationFields {...fields} />
      </fieldset>
    ),
    /** Remembers what was typed for the next save. @returns the sources to add; undefined: none; null: it is wrong. */
    confirm(): Source[] | undefined | null {
      const citation = check(false);
      if (citation === undefined) return null;
      if (citation === null) return undefined;
      storeDraft(citationKey(account), citation);
      return changed.map(({ name }) => ({ field: name, ...citation }));
    },
    clear,
  };
}

/** An older version, or anything else on this device, may have stored another shape. */
function readCitation(stored: unknown): Citation | null {
  if (typeof stored !== "object" || stored === null) return null;
  const values = ["name", "url", "kind", "read_on", "note"].map((member): unknown => Reflect.get(stored, member));
  return values.every((value) => value === null || typeof value === "string") ? (stored as Citation) : null;
}
