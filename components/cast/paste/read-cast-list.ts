import { doesCover, type RoleType } from "../cast";
import { readLine, type PastedEntry } from "./read-line";
import { sourceLines, type SourceLine } from "./split-list";
import { looksLikePerson, type Heading, type Order } from "./text-kinds";

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
  /** As the head of a table says; null without one. */
  order: Order | null;
}

/** What is known of a name. */
export interface Known {
  /** Whether someone in the data has it. */
  isPerson(name: string): boolean;
  /** Whether a role of the production has it. */
  isRole(name: string): boolean;
}

/** An entry with the lines that it was read from. */
interface Piece extends PastedEntry {
  sources: readonly SourceLine[];
  /** The type of the heading above. */
  heading: RoleType;
}

/**
 * Reads a cast list in the ways that programmes, websites and spreadsheets print it. Which side of an entry is the
 * person is decided later, for the whole list (`guessOrders`).
 */
export function readCastList(text: string, { isPerson, isRole }: Known): CastList {
  const { runs, skipped, order } = readLines(text, isPerson);
  const pieces = runs.flatMap((run) => (arePairs(run, isPerson) ? pairsOf(run) : run));
  return { rows: withKeys(pieces.flatMap(partsOf).flatMap((piece) => coversOf(piece, isRole))), skipped, order };
}

/** Walks through the lines; a heading holds for those below it. @returns lone lines that follow each other as one run. */
function readLines(text: string, isKnown: Known["isPerson"]) {
  const runs: Piece[][] = [];
  const skipped: SkippedLine[] = [];
  let order: Order | null = null;
  let heading: Heading = "principal";
  /** The type of a list that goes on in the next line; null for none. */
  let continued: RoleType | null = null;
  let isInRun = false;
  for (const source of sourceLines(text)) {
    const type: Heading = continued ?? heading;
    const read = readLine(source, type !== "principal" || continued !== null, isKnown);
    continued = null;
    if ("skipped" in read) {
      heading = read.heading ?? heading;
      order = read.order ?? order;
    }
    if ("skipped" in read || type === "creatives") {
      const reason = "skipped" in read ? read.skipped : "Below a heading for creatives";
      skipped.push({ line: source.number, text: source.text, reason });
      isInRun = false;
      continue;
    }
    const pieces: Piece[] = read.entries.map((entry) => ({ ...entry, sources: [source], heading: type }));
    if (read.isLone && isInRun) runs.at(-1)?.push(...pieces);
    else runs.push(...pieces.map((piece) => [piece]));
    isInRun = read.isLone;
    if (!read.isLone && /[,;]$/.test(source.text)) continued = pieces.at(-1)?.role_type ?? type;
  }
  return { runs, skipped, order };
}

/** The entries of names and roles on separate lines. */
function pairsOf(run: readonly Piece[]): Piece[] {
  return run.flatMap((upper, index) => {
    const lower = run[index + 1];
    if (index % 2 === 1) return [];
    if (!lower) return [upper];
    const role_type = upper.role_type ?? lower.role_type;
    const [remark, sources] = [upper.remark ?? lower.remark, [...upper.sources, ...lower.sources]];
    return [{ ...upper, second: lower.first.replace(as, ""), role_type, remark, sources }];
  });
}

/** “Ann Smith (u/s Arkadina)” in the ensemble is in the ensemble too. */
function partsOf(piece: Piece): Piece[] {
  const { form, second, role_type, heading } = piece;
  const isGroup = heading === "ensemble" || heading === "swing";
  const isOther = form === "fixed" && second !== null && role_type !== null && role_type !== heading;
  return isGroup && isOther ? [{ ...piece, second: null, role_type: heading }, piece] : [piece];
}

const strokes = / *\/ */;

/** Someone who covers “Rasputin / Dr Botkin” covers both roles. */
function coversOf(piece: Piece, isRole: Known["isRole"]): Piece[] {
  const side = (["second", "first"] as const).find((one) => strokes.test(piece[one] ?? ""));
  if (side === undefined || !doesCover(piece.role_type ?? piece.heading) || isRole(piece[side] ?? "")) return [piece];
  const roles = (piece[side] ?? "").split(strokes).filter((role) => role !== "");
  return roles.map((role) => ({ ...piece, [side]: role }));
}

function withKeys(pieces: readonly Piece[]): EntryRow[] {
  const seen = new Map<string, number>();
  return pieces.map(({ sources, heading, ...entry }) => {
    const words = [...sources.map(({ text }) => text), entry.first, entry.second ?? ""].join("\n");
    const before = seen.get(words) ?? 0;
    seen.set(words, before + 1);
    const lines = sources.map(({ number }) => number);
    return { ...entry, role_type: entry.role_type ?? heading, lines, key: `${words}\n${before}` };
  });
}

/**
 * Whether lines that follow each other are pairs, a person above a role or a role above a person, as copied from a web
 * page, rather than a list of people.
 */
function arePairs(run: readonly Piece[], isKnown: (name: string) => boolean): boolean {
  if (run.length < 2 || run.length % 2 !== 0) return false;
  const texts = run.map(({ first }) => first);
  const [upper, lower] = [texts.filter((_, index) => index % 2 === 0), texts.filter((_, index) => index % 2 === 1)];
  if (lower.every((text) => as.test(text)) && !upper.some((text) => as.test(text))) return true;
  const shares = (is: (text: string) => boolean) =>
    [upper, lower].map((some) => some.filter(is).length / some.length).toSorted((a, b) => a - b);
  const [fewKnown = 0, manyKnown = 0] = shares(isKnown);
  if (fewKnown > 0.5) return false;
  const [fewer = 0, more = 0] = shares((text) => isKnown(text) || looksLikePerson(text));
  if (more >= 0.75 && more - fewer >= 0.5) return true;
  // Hardly anyone in a list of people has one name only.
  if (more === 1 && fewer <= 0.75 && (1 - fewer) * upper.length >= 2) return true;
  // A role may have the name of a person who is known, such as the composer whom it shows.
  return areBlocksOfTwo(run) || (manyKnown === 1 && fewKnown <= (upper.length < 4 ? 0 : 0.25));
}

/** The beginning of a line below the name: “as Arkadina”. */
const as = /^(?:as|playing|plays) +(?=\S)/;

/** Whether blank lines set every two lines apart. */
function areBlocksOfTwo([, ...inside]: readonly Piece[]): boolean {
  return inside.length > 1 && inside.every(({ sources }, index) => sources[0]?.isAfterBlank === (index % 2 === 1));
}
