import { foldText } from "@/lib/core/fold.browser";

const particles = new Set("al bin da de del della den der di du el ibn la le of the und van von y".split(" "));
const titlesOfRoles = new Set(
  (
    "a an aunt big captain count countess doctor dr duchess duke elder father first frau fraulein general her herr his " +
    "king lady little lord madame major mademoiselle miss monsieur mother mr mrs ms narrator nurse officer old older " +
    "prince princess queen second the uncle widow young younger"
  ).split(" "),
);
const wordsOfProse =
  /\b(appears?|performs?|will|would|is|are|was|were|been|be|performances?|subject to|please|until|during|certain|schedule|tickets?|booking|denotes|indicates|available|understudied)\b/;
const labelsOfFacts =
  /^(?:performances?|running time|age (?:guidance|recommendation)|tickets?|interval|previews?|press night|box office|booking)\b/i;
const address = /https?:\/\/|www\.|\S@\S/i;
const maxWordsOfName = 6;
const maxWordsOfEntry = 12;

/** Whether a text can be the whole name of a person: some words, most of them capitalised. */
export function isFullName(text: string): boolean {
  const words = wordsOf(text);
  return words.length >= 2 && isPlausibleName(text);
}

/** Whether a text can be a name of one word or several. */
export function isPlausibleName(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > maxWordsOfName) return false;
  if (/[,:;=/"“”?!<>|{}\t]|\.{2}/.test(text) || words.some((word) => !/\p{L}/u.test(word) || /^\d/.test(word)))
    return false;
  const small = words.filter((word) => isSmall(word) && !particles.has(word));
  return small.length * 2 <= words.length && !words.every(isSmall);
}

/** Whether a text is a whole name, and not one that roles have: “The Phantom”, “Mrs Wormwood”. */
export function looksLikePerson(text: string): boolean {
  const [first = ""] = wordsOf(foldText(text));
  return isFullName(text) && !titlesOfRoles.has(first.replace(/\.$/, ""));
}

/** Whether a text has the words of a sentence, or is a fact or an address. */
export function isProse(text: string): boolean {
  return address.test(text) || labelsOfFacts.test(text) || wordsOfProse.test(text);
}

/** Whether a text is longer than an entry; a list of names may be long. */
export function isTooLong(text: string): boolean {
  return text.split(/[,;]/).length <= 2 && wordsOf(text).length > maxWordsOfEntry;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Scripts without case have no small letters. */
function isSmall(word: string): boolean {
  const [letter = ""] = /\p{L}/u.exec(word) ?? [];
  return letter !== letter.toUpperCase();
}
