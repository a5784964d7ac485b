import { isFullName } from "./text-kinds";

/** A line of a pasted text that is not blank. */
export interface SourceLine {
  /** From 1. */
  number: number;
  text: string;
  /** The signs of footnotes that it begins with; empty for none. */
  sign: string;
  isAfterBlank: boolean;
}

const signs = "†‡§*¹²³⁰⁴-⁹";
const leadingSign = new RegExp(`^\\s*([${signs}]+)`);
const signAtWord = new RegExp(`(?<![\\p{L}\\p{N}])[${signs}]+|[${signs}]+(?![\\p{L}\\p{N}])`, "gu");
/** Bullets, dashes as bullets, and numbers as in “1.”. */
const bullet = /^(?:[\s•·▪◦‣⁃>|]+|[-–—]\s+|\d{1,3}[.)]\s+)+/;

/** The lines of a text without bullets, footnote signs and invisible characters. */
export function sourceLines(text: string): SourceLine[] {
  let isAfterBlank = false;
  return text.split(/\r\n|[\n\r\u2028\u2029\v\f]/).flatMap((line, index) => {
    // Columns may be hundreds of spaces apart, over which patterns would search long.
    const visible = line
      .replace(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu, "")
      // The ligatures of PDF files.
      .replace(/[\ufb00-\ufb06]/g, (letters) => letters.normalize("NFKD"))
      .replace(/[^\S\t]/g, " ")
      .replace(/ {5,}/g, "    ");
    if (visible.trim() === "") {
      isAfterBlank = true;
      return [];
    }
    const cleaned = visible
      .replace(signAtWord, "")
      .replace(bullet, "")
      .replace(/[\s|]+$/, "")
      .trim();
    const source = { number: index + 1, text: cleaned, sign: leadingSign.exec(visible)?.[1] ?? "", isAfterBlank };
    isAfterBlank = false;
    return [source];
  });
}

/** The two sides of an entry, before it is known which of them is the person. */
export interface Sides {
  first: string;
  second: string;
  /** How sure the sides are apart: dashes, dots and tabs hardly stand within a name, colons and spaces may. */
  isFirm: boolean;
  /** Which entries share an order: those with a separator, or those with brackets. “X as Y” always names X first. */
  form: EntryForm;
}

export type EntryForm = "separated" | "bracketed" | "fixed";

/** Separators, those that hardly stand within a name first. */
const separators: readonly (readonly [separator: RegExp, isFirm: boolean, form: EntryForm])[] = [
  [/ *\t\s*| *\|+ */, true, "separated"],
  [/ *(?:(?: ?\.){3,}|…+|_{3,}|(?: ?·){3,}) */, true, "separated"],
  [/ +[-–—―−]+ +/, true, "separated"],
  [/ +[-–—―−=] *| *[–—―] +| *= +/, true, "separated"],
  [/ +(?:as|playing|plays) +/, false, "fixed"],
  [/ {2,}/, false, "separated"],
  [/ *: +| +: *|(?<=\p{L}):(?=\p{L})/u, false, "separated"],
  [/ *[–—―] */, false, "separated"],
];
const inBrackets = /^([^()[\]]+?) *[([]((?:[^()[\]]|\([^()[\]]*\))+)[)\]]$/;

/** Splits an entry at its firmest separator; null when it has none. */
export function splitEntry(text: string): Sides | null {
  for (const [separator, isFirm, form] of separators) {
    const found = separator.exec(text);
    if (!found) continue;
    const [first, second] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
    // Two or three spaces within a name are a slip of the typist.
    const isOneName = /^ {2,3}$/.test(found[0]) && !/\s/.test(first) && !/\s/.test(second);
    if (first !== "" && !isOneName) return { first, second, isFirm, form };
  }
  const [, first, second] = inBrackets.exec(text) ?? [];
  // A remark in brackets begins with a small letter.
  if (first === undefined || second === undefined || !/^[^\p{Ll}\d]/u.test(second)) return null;
  return { first, second, isFirm: false, form: "bracketed" };
}

/** The items of a list: “A, B and C.” Commas in brackets separate nothing. */
export function listItems(text: string): string[] {
  const commas = text.split(/\s*[,;](?![^([]*[)\]])\s*/);
  const parts = commas.flatMap((item) => item.split(/^and +| +(?:and|&) +/)).filter((item) => item !== "");
  // Without a comma, “and” may stand within a name.
  const found = commas.length > 1 || parts.every(isFullName) ? parts : commas;
  const items: string[] = [];
  for (const one of found.filter((item) => item !== "")) {
    const item = found.length > 1 ? one.replace(/(?<=\p{Ll}{3})\.$/u, "") : one;
    if (/^(?:jr|sr|ii|iii|iv)\.?$/i.test(item) && items.length > 0) items.push(`${items.pop() ?? ""} ${item}`);
    else items.push(item);
  }
  return items;
}

/** The names of a list, when it is one of whole names; otherwise the text alone. */
export function namesIn(text: string): string[] {
  const items = listItems(text);
  return items.length > 1 && items.every(isFullName) ? items : [text];
}
