const apart: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  "’": "'",
  "‘": "'",
  "–": "-",
};

/** Folds a text for search and sorting: lower case, no accents, straight quotes. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[øłđæœß’‘–]/g, (letter) => apart[letter] ?? letter);
}

/** Whether a folded text contains every word of the query. */
export function createMatcher(typed: string): (folded: string) => boolean {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  return (folded) => words.every((word) => folded.includes(word));
}
