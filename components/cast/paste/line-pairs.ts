import { isFullName, isTitled } from "./name-likeness";

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
  const [upper, lower] = [0, 1].map((parity) => lines.filter((_, index) => index % 2 === parity));
  if (upper?.every(({ text }) => !leadsToRole(text)) && lower?.every(({ text }) => leadsToRole(text))) return true;
  const people = (some: readonly LoneLine[] = []) =>
    some.filter(({ text }) => isKnown(text) || (isFullName(text) && !isTitled(text))).length / some.length;
  const known = (some: readonly LoneLine[] = []) => some.filter(({ text }) => isKnown(text)).length / some.length;
  const [above, below] = [people(upper), people(lower)];
  if (known(upper) > 0.5 && known(lower) > 0.5) return false;
  const [more, less] = [Math.max(above, below), Math.min(above, below)];
  if (more >= 0.75 && more - less >= 0.5) return true;
  // Hardly anyone in a list of people has one name only.
  if (more === 1 && (1 - less) * (lines.length / 2) >= 2 && less <= 0.75) return true;
  return areBlocksOfTwo(lines) || Math.abs(known(upper) - known(lower)) === 1;
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
