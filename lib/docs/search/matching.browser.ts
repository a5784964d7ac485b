import { foldName, isOneLetterOff } from "../../core/fold.browser.ts";
import { mayBeMisspelt, nameRanks, rankOfName } from "../../listings/search/matching.browser.ts";

/* How a typed text finds parts of the documentation: its words are compared as in a search of the API. Pure. */

/** A part of the documentation that its search finds. */
export interface DocsEntry {
  kind: keyof typeof docsEntryKinds;
  /** What it is called: `GET /api/shows`. */
  title: string;
  /** Where it belongs, or what it is for. */
  about: string;
  /** Its page and anchor. */
  href: string;
  /** Other words for it, which the search compares and does not show. */
  words?: string;
}

/** In the order in which equal matches are listed, with what readers call them. */
export const docsEntryKinds = {
  guide: "Guide",
  section: "Section",
  reference: "Reference",
  endpoint: "Endpoint",
  error: "Error",
  parameter: "Parameter",
  field: "Field",
  header: "Header",
} as const;

export interface DocsMatches {
  entries: DocsEntry[];
  /** How many match, with those that are not listed. */
  count: number;
  /** Whether nothing matches every word, so that the entries are only similar. */
  areSimilar: boolean;
}

const maxListed = 12;
const maxSimilar = 5;
/** Words that begin with the same letters are similar. */
const similarLetters = 3;
const kinds = Object.keys(docsEntryKinds);

type Prepared = ReturnType<typeof prepare>;

/** An entry with its folded texts. */
function prepare(entry: DocsEntry) {
  const title = foldName(entry.title);
  const titleWords = title.split(" ");
  const words = [...titleWords, ...foldName(`${entry.about} ${entry.words ?? ""}`).split(" ")];
  return { entry, title, titleWords, words, kind: kinds.indexOf(entry.kind) };
}

/** Prepares the entries once, for many searches. */
export function createDocsSearch(entries: readonly DocsEntry[]): (typed: string) => DocsMatches {
  const prepared = entries.map(prepare);
  return (text) => {
    const typed = foldName(text);
    if (typed === "") return { entries: [], count: 0, areSimilar: false };
    const found = inOrder(prepared, (one) => rankOf(one, typed));
    const listed = found.length > 0 ? found.slice(0, maxListed) : similarTo(prepared, typed);
    return { entries: listed, count: found.length, areSimilar: found.length === 0 };
  };
}

/** The entries that have a rank, the lowest first. */
function inOrder(prepared: Prepared[], rankOfOne: (one: Prepared) => number | null): DocsEntry[] {
  return prepared
    .flatMap((one) => {
      const rank = rankOfOne(one);
      return rank === null ? [] : [{ one, rank }];
    })
    .sort((a, b) => a.rank - b.rank || a.one.kind - b.one.kind)
    .map(({ one }) => one.entry);
}

/** Titles come before texts about them, and exact words before misspelt ones. Null: not every word matches. */
function rankOf({ title, titleWords, words }: Prepared, typed: string): number | null {
  const typedWords = typed.split(" ");
  if (typedWords.every((word) => begins(word, titleWords))) return rankOfName(title, typed);
  if (typedWords.every((word) => begins(word, words))) return nameRanks.misspelt;
  return typedWords.every((word) => begins(word, words) || isMisspelt(word, words)) ? nameRanks.misspelt + 1 : null;
}

function begins(typed: string, words: string[]): boolean {
  return words.some((word) => word.startsWith(typed));
}

function isMisspelt(typed: string, words: string[]): boolean {
  return mayBeMisspelt(typed) && words.some((word) => isOneLetterOff(typed, word));
}

/** Those with the most of the words, or with words that begin alike. */
function similarTo(prepared: Prepared[], typed: string): DocsEntry[] {
  const typedWords = typed.split(" ");
  const missing = ({ titleWords }: Prepared): number | null => {
    const points = typedWords.reduce((sum, word) => {
      if (begins(word, titleWords) || isMisspelt(word, titleWords)) return sum + 2;
      const start = word.slice(0, similarLetters);
      return start.length === similarLetters && begins(start, titleWords) ? sum + 1 : sum;
    }, 0);
    return points === 0 ? null : -points;
  };
  return inOrder(prepared, missing).slice(0, maxSimilar);
}
