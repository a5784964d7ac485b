import { describe, expect, test } from "vitest";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { nextFocus, fixMessage } from "./next-focus";

function problem(rule: DataProblem["rule"], record_id: string): DataProblem {
  return {
    rule,
    resource: "theatres",
    record_id,
    name: record_id,
    severity: "remark",
    message: "",
    fields: [],
    related: [],
    fixes: [],
    decisions: [],
    is_on: false,
    theatres: [],
    facts: "",
    snooze: null,
  };
}

const [a, b, c] = ["a", "b", "c"].map((id) => problem("missing-capacity", id)) as [
  DataProblem,
  DataProblem,
  DataProblem,
];
const booking = problem("booking-until-past", "show");
const coordinates = problem("missing-coordinates", "barn");

describe("after a fix the focus moves", () => {
  test("to the next problem of the rule", () => {
    expect(nextFocus(b, [a, b, c], [a, c])).toEqual({ problem: "missing-capacity/theatres/c" });
  });

  test("to the same problem if it remains", () => {
    expect(nextFocus(b, [a, b, c], [a, b, c])).toEqual({ problem: "missing-capacity/theatres/b" });
  });

  test("to the rule's heading after its last problem", () => {
    expect(nextFocus(c, [a, b, c], [a, b])).toEqual({ rule: "missing-capacity" });
  });

  test("to the next rule's heading when the rule has no problems left, and after the last rule to the previous one", () => {
    expect(nextFocus(booking, [booking, coordinates], [coordinates])).toEqual({ rule: "missing-coordinates" });
    expect(nextFocus(a, [booking, coordinates, a], [booking, coordinates])).toEqual({ rule: "missing-coordinates" });
  });

  test("to the message that no problems are left", () => {
    expect(nextFocus(a, [a], [])).toBe("none left");
  });
});

test("the remaining problems are counted", () => {
  expect(fixMessage([a], [b, c])).toBe("Fixed. 2 problems left.");
  expect(fixMessage([a], [])).toBe("Fixed. No problems left.");
  expect(fixMessage([a], [a, b])).toBe("Saved, but the problem is still there. 2 problems left.");
  expect(fixMessage([a, b], [b])).toBe("Saved, but some problems are still there. 1 problem left.");
});
