import { isDay, typedDay } from "@/components/form/typed-day";
import { pastedId } from "@/components/records/details/ids-control";
import { findRecords } from "@/components/records/directory/record-matches";
import { emptyEntry, type RecordField } from "@/components/records/form/record-shape";
import type { Directory } from "@/components/records/record-name";
import { nameKey } from "@/lib/listings/search/matching.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

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
