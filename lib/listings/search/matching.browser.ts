import { foldName, isOneLetterOff } from "../../core/fold.browser.ts";

/* How a text that someone types finds a name (contract §15), in the dashboard's lists as in the API. */

/** Equal for names that fold to the same. A name of punctuation only folds to nothing, and equals only itself. */
export function nameKey(name: string): string {
  return foldName(name) || name.trim();
}

/** How well a name matches; a lower number comes first. */
export const nameRanks = { whole: 0, beginning: 1, words: 2, misspelt: 3 } as const;
export type NameRank = (typeof nameRanks)[keyof typeof nameRanks];

/** A word that is shorter matches only as the beginning of a word. */
const shortestMisspelt = 5;

export function mayBeMisspelt(typed: string): boolean {
  return typed.length >= shortestMisspelt;
}

/** The rank of a name all of whose words match exactly. @param folded both are folded. */
export function rankOfName(folded: string, typed: string): Exclude<NameRank, 3> {
  if (folded === typed) return nameRanks.whole;
  return folded.startsWith(typed) ? nameRanks.beginning : nameRanks.words;
}

/** @returns whether a name or text, as its key, has words that begin with all typed words. */
export function createMatcher(typed: string): (key: string) => boolean {
  const words = wordsOf(typed);
  return (key) => words.every((word) => key.startsWith(word) || key.includes(` ${word}`));
}

/** @returns the rank of a name without aliases, as its key; null when it does not match. */
export function createRanker(typed: string): (key: string) => NameRank | null {
  const wanted = wordsOf(typed);
  const whole = wanted.join(" ");
  const matches = createMatcher(typed);
  const isMisspeltPossible = wanted.some(mayBeMisspelt);
  return (key) => {
    if (matches(key)) return rankOfName(key, whole);
    if (!isMisspeltPossible) return null;
    const words = key.split(" ");
    const isNear = (one: string) => {
      const canBeMisspelt = mayBeMisspelt(one);
      return words.some((word) => word.startsWith(one) || (canBeMisspelt && isOneLetterOff(one, word)));
    };
    return wanted.every(isNear) ? nameRanks.misspelt : null;
  };
}

function wordsOf(typed: string): string[] {
  return nameKey(typed).split(/\s+/).filter(Boolean);
}
