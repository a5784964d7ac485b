import { expect, test } from "vitest";
import { plainProblem } from "./plain-problem";
import type { RecordField } from "./record-shape";

const type: RecordField = { name: "type", label: "Type", kind: "choice", options: ["musical", "play"] };
const show: RecordField = { name: "show_id", label: "Show", kind: "reference", to: "shows" };
const opens: RecordField = { name: "opening_date", label: "Opens", kind: "date" };
const seats: RecordField = { name: "capacity", label: "Seats", kind: "number" };
const name: RecordField = { name: "name", label: "Name", kind: "line" };
const dates = "Enter a date, such as 3 Sep 2026, next Friday or in 2 weeks";

test.each<[RecordField, string, string, string]>([
  [type, "", "must be one of musical, play", "Choose a type"],
  [show, " ", "is required", "Choose a show"],
  [{ ...type, label: "Award" }, "", "is required", "Choose an award"],
  [opens, "soon", "must be a valid date, YYYY-MM-DD", dates],
  [opens, "2001-01-01", "must not be before opening_date", "must not be before opening_date"],
  [seats, "many", "must be a number", "Enter a number"],
  [name, "", "must not be empty", "must not be empty"],
])("%o with “%s”: %s → %s", (field, typed, message, expected) => {
  expect(plainProblem(field, typed, message)).toBe(expected);
});
