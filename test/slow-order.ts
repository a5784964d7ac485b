import { jobs } from "../lib/resources/crew-members/terms.browser.ts";
import type { Document } from "./search-questions.ts";

/** In metres; infinite for a record without a place. */
export function slowDistance(record: Document, near: string): number {
  const { lat, lng } = record;
  if (typeof lat !== "number" || typeof lng !== "number") return Infinity;
  const [fromLat = 0, fromLng = 0] = near.split(",").map((degrees) => (Number(degrees) * Math.PI) / 180);
  const [toLat, toLng] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  // The angle between two vectors from the centre of the earth.
  const vector = (a: number, b: number) => [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)];
  const [one, other] = [vector(fromLat, fromLng), vector(toLat, toLng)];
  return 2 * Math.asin(Math.hypot(...one.map((part, at) => part - (other[at] ?? 0))) / 2) * 6_371_008.8;
}

const enums: Record<string, string[]> = {
  type: ["musical", "play", "comedy", "drama"],
  role_type: ["principal", "ensemble", "understudy", "swing", "standby", "alternate"],
  job: [...jobs],
};

/** What a field is sorted by. */
export function sortable(field: string, value: unknown): string | number | null {
  if (typeof value === "string") return enums[field]?.indexOf(value) ?? value.toLowerCase();
  return typeof value === "number" ? value : null;
}

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
