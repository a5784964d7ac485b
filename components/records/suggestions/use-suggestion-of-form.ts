import { useMemo } from "react";
import { isDay, typedDay } from "@/components/form/typed-day";
import { useWrite } from "@/components/form/use-write";
import { emptyCitation } from "@/components/records/details/citation";
import { pastedId } from "@/components/records/details/ids-control";
import { findRecords } from "@/components/records/directory/record-matches";
import { type RecordShape, emptyEntry, type RecordField } from "@/components/records/form/record-shape";
import type { Proposal } from "@/components/records/form/use-draft-form";
import type { Directory } from "@/components/records/record-name";
import { useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { today } from "@/components/ui/calendar";
import { setParameter } from "@/components/ui/use-search-state";
import { nameKey } from "@/lib/listings/search/matching.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { answerPath, refetchedAfterAnswer, suggestionParameter, useSuggestionOfPage } from "./use-suggestions";

/**
 * What a form of a record has to do with the suggestion of its page: it is filled with the value, cites its source, and
 * accepts it when it is saved.
 */
export function useSuggestionOfForm(shape: RecordShape, recordId: string) {
  const suggestion = useSuggestionOfPage(shape.path, recordId);
  const { write } = useWrite();
  const field = shape.fields.find(({ name }) => name === suggestion?.field);
  const shapes = useShapes();
  const { directory, isPending } = useDirectory(
    field?.kind === "reference" ? [field.to, ...shapes[field.to].namedBy] : [],
  );
  const isMeant = suggestion !== null && (field !== undefined || (suggestion.field === null && !shape.part));
  const proposal = useMemo((): Proposal | null => {
    if (!suggestion || !field || suggestion.proposed === null || isPending) return null;
    const { id, proposed, created_at } = suggestion;
    const written = { proposed, on: created_at.slice(0, 10), directory };
    return { id, field: field.name, take: (now) => proposedText(field, written, now) };
  }, [suggestion, field, isPending, directory]);
  // A value that the field can't take is shown beside it.
  const isTaken = proposal === null || proposal.take("") !== null;
  const hint = `What the reader wrote: “${suggestion?.proposed}”`;
  return {
    proposal,
    shape: isTaken ? shape : { ...shape, fields: shape.fields.map((one) => (one === field ? { ...one, hint } : one)) },
    citation:
      isMeant && suggestion.source_url !== null ? { ...emptyCitation(today()), url: suggestion.source_url } : null,
    async accept(): Promise<void> {
      if (!isMeant) return;
      const effects = { refetch: refetchedAfterAnswer, said: "The suggestion is accepted." };
      await write("PUT", answerPath(suggestion.id), { state: "accepted" }, effects);
      setParameter(suggestionParameter, null);
    },
  };
}

/** What a reader proposes for a field. */
interface Written {
  proposed: string;
  /** The day on which it was written, from which "next Friday" counts. */
  on: string;
  directory: Directory;
}

/**
 * What a reader proposes, as the text of the field's control: a name becomes a row of a list, an id one of the ids.
 *
 * @param now the control's text. @returns null if it is no value of the field's kind.
 */
export function proposedText(field: RecordField, { proposed, on, directory }: Written, now: string): string | null {
  const text = proposed.trim();
  switch (field.kind) {
    case "text":
      return text;
    case "line":
    case "url":
      return text.replace(/\s+/g, " ");
    case "number": {
      const digits = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(",", "") : text;
      return /^[+-]?\d+(\.\d+)?$/.test(digits) ? digits : null;
    }
    case "date": {
      const day = typedDay(text, on);
      return isDay(day) ? day : null;
    }
    case "choice":
      return field.options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? null;
    case "reference":
      return namedRecord(field.to, directory, text);
    case "list": {
      if (!field.members.some(({ name }) => name === "name")) return null;
      const entries = JSON.parse(now || "[]") as { name?: unknown }[];
      const isKnown = entries.some(({ name }) => name === text);
      return JSON.stringify(isKnown ? entries : [...entries, { ...emptyEntry(field.members), name: text }]);
    }
    case "ids": {
      const id = idIn(text, field.schemes);
      return id && JSON.stringify({ ...(JSON.parse(now || "{}") as object), ...id });
    }
    case "partialDate":
      return null;
  }
}

/** The record with this id, else the only one with this name. */
function namedRecord(path: ResourcePath, directory: Directory, text: string): string | null {
  if (directory[path].has(text)) return text;
  const found = findRecords(path, directory, text, () => true).filter(({ name }) => nameKey(name) === nameKey(text));
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

/** `Wikidata Q42`, `imdb: nm0000001`, or the address of a page at one of the sites. */
function idIn(text: string, schemes: readonly string[]): Record<string, string> | null {
  const [, word = "", rest = ""] = /^([a-z]+)[\s:=]+(\S.*)$/i.exec(text) ?? [];
  const host = URL.canParse(text) ? new URL(text).hostname : "";
  const scheme = schemes.find((one) => one === word.toLowerCase() || host.includes(one));
  if (scheme === undefined) return null;
  const id = pastedId(scheme, host === "" ? rest : text);
  return URL.canParse(id) ? null : { [scheme]: id };
}
