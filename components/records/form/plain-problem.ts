import type { RecordField } from "./record-shape";

/**
 * What is wrong with a field, as a sentence for people. The API's own message says it for a program, and stays where it
 * reads as well.
 *
 * @param message the API's message for the field.
 */
export function plainProblem({ kind, label }: RecordField, typed: string, message: string): string {
  const term = label.toLowerCase();
  const isEmpty = typed.trim() === "";
  if (kind === "date" && /YYYY-MM-DD|required/.test(message))
    return "Enter a date, such as 3 Sep 2026, next Friday or in 2 weeks";
  if (isEmpty && (kind === "choice" || kind === "reference")) return `Choose ${article(term)} ${term}`;
  if (kind === "number" && /number|integer/.test(message) && !/whole/.test(message)) return "Enter a number";
  return message;
}

function article(term: string): "a" | "an" {
  return /^[aeiou]/.test(term) ? "an" : "a";
}
