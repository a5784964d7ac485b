import { describe, expect, test } from "vitest";
import type { DataProblem } from "@/lib/data-quality/schema";
import { nextFocus, remedyMessage } from "./next-focus";

function problem(rule: DataProblem["rule"], record_id: string): DataProblem {
  return {
    rule,
    resource: "theatres",
    record_id,
    name: record_id,
    message: "",
    fields: [],
    related: [],
    fixes: [],
    decisions: [],
  };
}

const [a, b, c] = ["a", "b", "c"].map((id) => problem("missing-capacity", id)) as [
  DataProblem,
  DataProblem,
  DataProblem,
];
const booking = problem("booking-until-past", "show");
const coordinates = problem("missing-coordinates", "barn");

describe("after a remedy a person goes on", () => {
  test("at the next problem of the rule", () => {
    expect(nextFocus(b, [a, b, c], [a, c])).toEqual({ problem: "missing-capacity/c" });
  });

  test("at the same problem where it is still there", () => {
    expect(nextFocus(b, [a, b, c], [a, b, c])).toEqual({ problem: "missing-capacity/b" });
  });

  test("at the rule's heading after its last problem", () => {
    expect(nextFocus(c, [a, b, c], [a, b])).toEqual({ rule: "missing-capacity" });
  });

  test("at the next rule's heading where the rule has none left, and after the last rule at the one before", () => {
    expect(nextFocus(booking, [coordinates, booking], [coordinates])).toEqual({ rule: "missing-coordinates" });
    expect(nextFocus(a, [coordinates, booking, a], [coordinates, booking])).toEqual({ rule: "missing-coordinates" });
  });

  test("where it says that none are left", () => {
    expect(nextFocus(a, [a], [])).toBe("none left");
  });
});

test("what is left is counted", () => {
  expect(remedyMessage(a, [b, c])).toBe("Done. 2 left.");
  expect(remedyMessage(a, [])).toBe("Done. Nothing left.");
  expect(remedyMessage(a, [a, b])).toBe("Saved, but the problem is still there. 2 left.");
});
