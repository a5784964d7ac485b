import { looksLikePerson } from "./name-likeness";

/** A line with one text alone. */
export interface LoneLine {
  text: string;
  isAfterBlank: boolean;
}

/**
 * Whether lines that follow each other are pairs, a person above a role or a role above a person, as copied from a web
 * page, rather than a list of people.
 */
export function arePairs(lines: readonly LoneLine[], isKnown: (name: string) => boolean): boolean {
  if (lines.length < 2 || lines.length % 2 !== 0) return false;
  const texts = lines.map(({ text }) => text);
  const [upper, lower] = [texts.filter((_, index) => index % 2 === 0), texts.filter((_, index) => index % 2 === 1)];
  if (lower.every(leadsToRole) && !upper.some(leadsToRole)) return true;
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

const as = /^(?:as|playing|plays) +(?=\S)/;

/** Whether a line begins with “as”, below the name. */
function leadsToRole(text: string): boolean {
  return as.test(text);
}

/** The role of such a line, or of any other. */
export function roleBelow(text: string): string {
  return text.replace(as, "");
}

/** Whether blank lines set every two lines apart. */
function areBlocksOfTwo(lines: readonly LoneLine[]): boolean {
  const inside = lines.slice(1);
  return inside.length > 1 && inside.every(({ isAfterBlank }, index) => isAfterBlank === (index % 2 === 1));
}
