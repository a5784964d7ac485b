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

/** A text as search and order see it: without case, accents, and the quotes that no keyboard has. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[øłđæœß’‘–]/g, (letter) => apart[letter] ?? letter);
}

/** Whether each word of what was typed stands somewhere in a folded text. */
export function createMatcher(typed: string): (folded: string) => boolean {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  return (folded) => words.every((word) => folded.includes(word));
}
