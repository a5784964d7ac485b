/*
 * How texts that look alike become the same text, for search, ids, sorting and everything else that compares names.
 * Safe for the browser.
 */

/** Letters that Unicode does not decompose into a Latin letter and marks, and characters of several shapes. */
const shapes: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ŋ: "n",
  ŧ: "t",
  ə: "e",
  ς: "σ",
  "’": "'",
  "‘": "'",
  ʼ: "'",
  ʻ: "'",
  "′": "'",
  "`": "'",
  "–": "-",
  "‐": "-",
};
const shaped = new RegExp(`[${Object.keys(shapes).join("")}]`, "g");

/** Lower case, without accents and invisible characters; ligatures and full-width forms as letters, quotes straight. */
export function foldText(text: string): string {
  return (
    text
      // Would decompose into a space and a mark.
      .replaceAll("´", "'")
      // A sign behind a name would become letters of its last word.
      .replace(/[™℠]/g, " ")
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, "")
      .replace(shaped, (character) => shapes[character] ?? character)
  );
}

/** The words of a name: as `foldText`, without apostrophes, `&` as “and”; other punctuation separates words. */
export function foldName(name: string): string {
  return foldText(name)
    .replace(/'+/g, "")
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether one letter is replaced, missing, extra or exchanged with its neighbour. */
export function isOneLetterOff(typed: string, word: string): boolean {
  const [short, long] = typed.length <= word.length ? [typed, word] : [word, typed];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short.charCodeAt(at) === long.charCodeAt(at)) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  if (at === short.length) return false;
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
