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

/** Folds a text for sorting, or to recognise words in it: lower case, no accents, straight quotes; not for names. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[øłđæœß’‘–]/g, (letter) => apart[letter] ?? letter);
}
