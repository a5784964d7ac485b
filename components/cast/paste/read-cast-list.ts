import type { RoleType } from "../cast";
import { arePairs, roleBelow } from "./line-pairs";
import { readLine, type PastedEntry } from "./read-line";
import { sourceLines, type SourceLine } from "./source-lines";

/** An entry with its place in the text. */
export interface EntryRow extends PastedEntry {
  /** Stays the same while the text of its lines does. */
  key: string;
  /** The numbers of its lines, from 1. */
  lines: readonly number[];
  role_type: RoleType;
}

export interface SkippedLine {
  line: number;
  text: string;
  reason: string;
}

/** A cast list as it was read: every line that isn't blank is in a row or is skipped. */
export interface CastList {
  rows: readonly EntryRow[];
  skipped: readonly SkippedLine[];
  /** Whether names and roles on separate lines were put together. */
  isPaired: boolean;
  /** Whether lines could be put together, or are. */
  isPairable: boolean;
  /** As the head of a table says; null without one. */
  order: "name first" | "role first" | null;
}

export interface ReadOptions {
  /** The type of the lines before the first heading. */
  first: RoleType;
  /** Whether someone in the data has this name. */
  isKnown(name: string): boolean;
  /** Whether names and roles are on separate lines; undefined to guess. */
  isPaired?: boolean | undefined;
}

interface Lone {
  source: SourceLine;
  entry: PastedEntry;
  role_type: RoleType;
}

/**
 * Reads a cast list in the ways that programmes, websites and spreadsheets print it. Which side of an entry is the
 * person is decided later, for the whole list (`guessOrder`).
 */
export function readCastList(text: string, { first, isKnown, isPaired }: ReadOptions): CastList {
  const rows: EntryRow[] = [];
  const skipped: SkippedLine[] = [];
  const keys = new Map<string, number>();
  let [role_type, isCast] = [first, true];
  /** The type of a list that goes on in the next line; null for none. */
  let continued: RoleType | null = null;
  let order: CastList["order"] = null;
  let run: Lone[] = [];
  let [hasPairs, isPairable] = [false, false];

  const skip = ({ number, text: line }: SourceLine, reason: string) =>
    skipped.push({ line: number, text: line, reason });
  const add = (sources: readonly SourceLine[], entry: PastedEntry, type: RoleType) => {
    // “Ann Smith (u/s Arkadina)” in the ensemble is in the ensemble too.
    const isAlsoListed = entry.form === "fixed" && entry.second !== null && (type === "ensemble" || type === "swing");
    if (isAlsoListed && entry.role_type !== null && entry.role_type !== type)
      add(sources, { ...entry, second: null, role_type: type }, type);
    const words = `${sources.map((source) => source.text).join("\n")}\n${entry.first}\n${entry.second ?? ""}`;
    const before = keys.get(words) ?? 0;
    keys.set(words, before + 1);
    const lines = sources.map(({ number }) => number);
    rows.push({ ...entry, role_type: entry.role_type ?? type, lines, key: `${words}\n${before}` });
  };
  /** Ends the lines that stand together, and reads them in pairs or one by one. */
  const endRun = () => {
    const texts = run.map(({ source, entry }) => ({ text: entry.first, isAfterBlank: source.isAfterBlank }));
    const pairs = isPaired ?? arePairs(texts, isKnown);
    isPairable ||= run.length > 1;
    while (run.length > 0) {
      const [upper, lower] = run;
      if (upper === undefined) break;
      if (pairs && lower) {
        hasPairs = true;
        const second = roleBelow(lower.entry.first);
        const type = upper.entry.role_type ?? lower.entry.role_type;
        add([upper.source, lower.source], { ...upper.entry, second, role_type: type }, upper.role_type);
      } else add([upper.source], upper.entry, upper.role_type);
      run = run.slice(pairs && lower ? 2 : 1);
    }
  };

  for (const source of sourceLines(text)) {
    const type: RoleType = continued ?? role_type;
    const read = readLine(source, type !== "principal" || continued !== null, isKnown);
    if (read.kind !== "plain" || !isCast) endRun();
    if (read.kind === "heading") {
      isCast = read.heading.kind === "cast";
      role_type = read.heading.kind === "cast" ? (read.heading.role_type ?? first) : role_type;
      skip(source, "Heading");
    } else if (read.kind === "table head") {
      order = read.order;
      skip(source, "Heading");
    } else if (read.kind === "skipped") skip(source, read.reason);
    else if (!isCast) skip(source, "Below a heading for creatives");
    else if (read.kind === "plain") run.push({ source, entry: read.entry, role_type: type });
    else for (const entry of read.entries) add([source], entry, type);
    const last = read.kind === "entries" ? read.entries.at(-1) : undefined;
    continued = last && /[,;]$/.test(source.text) ? (last.role_type ?? type) : null;
  }
  endRun();
  return { rows, skipped, isPaired: hasPairs, isPairable, order };
}
