import { doesCover, type RoleType } from "../cast";
import { looksLikePerson } from "./text-kinds";
import { readLine, type PastedEntry } from "./read-line";
import { sourceLines, type SourceLine } from "./split-list";

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

interface CastListOptions {
  /** The type of the lines before the first heading. */
  first: RoleType;
  /** Whether someone in the data has this name. */
  isKnown(name: string): boolean;
  /** Whether the production has a role of this name. */
  isRole?(name: string): boolean;
  /** Whether names and roles are on separate lines; undefined to guess. */
  isPaired?: boolean | undefined;
}

const strokes = / *\/ */;

/** An entry with the lines that it was read from. */
interface Piece {
  sources: readonly SourceLine[];
  entry: PastedEntry;
  role_type: RoleType;
  /** The number of the run of lone lines that it belongs to; null for an entry on one line. */
  run: number | null;
}

/**
 * Reads a cast list in the ways that programmes, websites and spreadsheets print it. Which side of an entry is the
 * person is decided later, for the whole list (`guessOrders`).
 */
export function readCastList(text: string, options: CastListOptions): CastList {
  const { pieces, skipped, order } = readLines(text, options);
  const joined = joinPairs(pieces, options);
  return {
    rows: withKeys(joined.flatMap(partsOf).flatMap((piece) => coversOf(piece, options))),
    skipped,
    order,
    isPaired: joined.length < pieces.length,
    isPairable: pieces.some(({ run }, index) => run !== null && run === pieces[index + 1]?.run),
  };
}

/** Walks through the lines; a heading holds for those below it. */
function readLines(text: string, { first, isKnown }: CastListOptions) {
  const pieces: Piece[] = [];
  const skipped: SkippedLine[] = [];
  let order: CastList["order"] = null;
  let [heading, isCast, run]: [RoleType, boolean, number] = [first, true, 0];
  /** The type of a list that goes on in the next line; null for none. */
  let continued: RoleType | null = null;
  for (const source of sourceLines(text)) {
    const role_type: RoleType = continued ?? heading;
    const read = readLine(source, role_type !== "principal" || continued !== null, isKnown);
    const skip = (reason: string) => skipped.push({ line: source.number, text: source.text, reason });
    continued = null;
    if (read.kind !== "plain" || !isCast) run += 1;
    if (read.kind === "heading") {
      isCast = read.heading.kind === "cast";
      if (read.heading.kind === "cast") heading = read.heading.role_type ?? first;
      skip("Heading");
    } else if (read.kind === "table head") {
      order = read.order;
      skip("Heading");
    } else if (read.kind === "skipped") skip(read.reason);
    else if (!isCast) skip("Below a heading for creatives");
    else if (read.kind === "plain") pieces.push({ sources: [source], entry: read.entry, role_type, run });
    else {
      pieces.push(...read.entries.map((entry) => ({ sources: [source], entry, role_type, run: null })));
      if (/[,;]$/.test(source.text)) continued = read.entries.at(-1)?.role_type ?? role_type;
    }
  }
  return { pieces, skipped, order };
}

/** Puts names and roles on separate lines together. */
function joinPairs(pieces: readonly Piece[], { isKnown, isPaired }: CastListOptions): Piece[] {
  const runs = new Map<Piece | number, Piece[]>();
  for (const piece of pieces) {
    const run = runs.get(piece.run ?? piece);
    if (run) run.push(piece);
    else runs.set(piece.run ?? piece, [piece]);
  }
  return [...runs.values()].flatMap((run) => {
    const lines = run.map(({ entry, sources }) => ({
      text: entry.first,
      isAfterBlank: sources[0]?.isAfterBlank ?? false,
    }));
    if (!(isPaired ?? arePairs(lines, isKnown))) return run;
    return run.flatMap((upper, index) => (index % 2 === 0 ? [joined(upper, run[index + 1])] : []));
  });
}

function joined(upper: Piece, lower: Piece | undefined): Piece {
  if (lower === undefined) return upper;
  const second = lower.entry.first.replace(as, "");
  const role_type = upper.entry.role_type ?? lower.entry.role_type;
  const remark = upper.entry.remark ?? lower.entry.remark;
  const sources = [...upper.sources, ...lower.sources];
  return { ...upper, sources, entry: { ...upper.entry, second, role_type, remark } };
}

/** “Ann Smith (u/s Arkadina)” in the ensemble is in the ensemble too. */
function partsOf(piece: Piece): Piece[] {
  const { entry, role_type } = piece;
  const isGroup = role_type === "ensemble" || role_type === "swing";
  const isOther = entry.form === "fixed" && entry.second !== null && entry.role_type !== null;
  return isGroup && isOther && entry.role_type !== role_type
    ? [{ ...piece, entry: { ...entry, second: null, role_type } }, piece]
    : [piece];
}

/** Someone who covers “Rasputin / Dr Botkin” covers both roles. */
function coversOf(piece: Piece, { isRole }: CastListOptions): Piece[] {
  const { entry } = piece;
  const side = (["second", "first"] as const).find((one) => strokes.test(entry[one] ?? ""));
  const type = entry.role_type ?? piece.role_type;
  if (side === undefined || !doesCover(type) || isRole?.(entry[side] ?? "")) return [piece];
  const roles = (entry[side] ?? "").split(strokes).filter((role) => role !== "");
  return roles.map((role) => ({ ...piece, entry: { ...entry, [side]: role } }));
}

function withKeys(pieces: readonly Piece[]): EntryRow[] {
  const seen = new Map<string, number>();
  return pieces.map(({ sources, entry, role_type }) => {
    const words = [...sources.map(({ text }) => text), entry.first, entry.second ?? ""].join("\n");
    const before = seen.get(words) ?? 0;
    seen.set(words, before + 1);
    const lines = sources.map(({ number }) => number);
    return { ...entry, role_type: entry.role_type ?? role_type, lines, key: `${words}\n${before}` };
  });
}

/** A line with one text alone. */
interface LoneLine {
  text: string;
  isAfterBlank: boolean;
}

/**
 * Whether lines that follow each other are pairs, a person above a role or a role above a person, as copied from a web
 * page, rather than a list of people.
 */
function arePairs(lines: readonly LoneLine[], isKnown: (name: string) => boolean): boolean {
  if (lines.length < 2 || lines.length % 2 !== 0) return false;
  const texts = lines.map(({ text }) => text);
  const [upper, lower] = [texts.filter((_, index) => index % 2 === 0), texts.filter((_, index) => index % 2 === 1)];
  if (lower.every((text) => as.test(text)) && !upper.some((text) => as.test(text))) return true;
  const known = [upper, lower].map((some) => shareOf(some, isKnown));
  const [fewKnown = 0, manyKnown = 0] = known.toSorted((a, b) => a - b);
  if (fewKnown > 0.5) return false;
  const people = [upper, lower].map((some) => shareOf(some, (text) => isKnown(text) || looksLikePerson(text)));
  const [fewer = 0, more = 0] = people.toSorted((a, b) => a - b);
  if (more >= 0.75 && more - fewer >= 0.5) return true;
  // Hardly anyone in a list of people has one name only.
  if (more === 1 && fewer <= 0.75 && (1 - fewer) * upper.length >= 2) return true;
  // A role may have the name of a person who is known, such as the composer whom it shows.
  return areBlocksOfTwo(lines) || (manyKnown === 1 && fewKnown <= (upper.length < 4 ? 0 : 0.25));
}

function shareOf(texts: readonly string[], is: (text: string) => boolean): number {
  return texts.filter(is).length / texts.length;
}

/** The beginning of a line below the name: “as Arkadina”. */
const as = /^(?:as|playing|plays) +(?=\S)/;

/** Whether blank lines set every two lines apart. */
function areBlocksOfTwo(lines: readonly LoneLine[]): boolean {
  const inside = lines.slice(1);
  return inside.length > 1 && inside.every(({ isAfterBlank }, index) => isAfterBlank === (index % 2 === 1));
}
