/** The folding of contract §15. */
export function slowFold(text: string): string {
  let folded = "";
  for (const letter of text.normalize("NFKD").toLowerCase()) {
    if (/\p{M}|\p{Default_Ignorable_Code_Point}|['’]/u.test(letter)) continue;
    if (letter === "&") folded += " and ";
    else if (letter === "ø") folded += "o";
    else folded += /[\p{L}\p{N}]/u.test(letter) ? letter : " ";
  }
  return folded.split(" ").filter(Boolean).join(" ");
}

/** One letter replaced, missing, extra or exchanged with its neighbour. */
export function isTypingError(typed: string, word: string): boolean {
  const without = (text: string) => [...text].map((_, at) => text.slice(0, at) + text.slice(at + 1));
  const exchanged = [...typed].map((_, at) =>
    [typed.slice(0, at), typed[at + 1], typed[at], typed.slice(at + 2)].join(""),
  );
  const replaced = typed.length === word.length && [...typed].filter((letter, at) => letter !== word[at]).length === 1;
  if (replaced || without(typed).includes(word) || without(word).includes(typed)) return true;
  return typed !== word && exchanged.slice(0, -1).includes(word);
}
