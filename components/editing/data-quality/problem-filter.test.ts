import { describe, expect, test } from "vitest";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { filterOptions, filterProblems, filterSchema, isFiltered, noFilter } from "./problem-filter";

function problem(rule: DataProblem["rule"], name: string, more: Partial<DataProblem> = {}): DataProblem {
  return {
    rule,
    resource: "theatres",
    record_id: name,
    name,
    severity: "remark",
    message: "Missing.",
    fields: [],
    related: [],
    fixes: [],
    decisions: [],
    is_on: false,
    theatres: [],
    facts: "",
    snooze: null,
    ...more,
  };
}

const barn = { id: "barn", name: "The Barn" };
const problems = [
  problem("booking-until-past", "Pier", { resource: "shows", severity: "contradiction", theatres: [barn] }),
  problem("missing-capacity", "Bàrn", { theatres: [barn] }),
  problem("missing-capacity", "Mill", { theatres: [{ id: "mill", name: "A Mill" }] }),
  problem("missing-coordinates", "Mill"),
];
const names = (filter: object) => filterProblems(problems, { ...noFilter, ...filter }).map(({ name }) => name);

describe("a filter", () => {
  test("shows the problems that have all of its values", () => {
    expect(names({})).toHaveLength(4);
    expect(names({ severity: "contradiction" })).toEqual(["Pier"]);
    expect(names({ rule: "missing-capacity" })).toEqual(["Bàrn", "Mill"]);
    expect(names({ resource: "shows" })).toEqual(["Pier"]);
    expect(names({ theatre: "barn" })).toEqual(["Pier", "Bàrn"]);
    expect(names({ theatre: "barn", rule: "missing-capacity" })).toEqual(["Bàrn"]);
    expect(names({ rule: "nothing" })).toEqual([]);
  });

  test("finds words without accents and case", () => {
    expect(names({ q: "BARN missing" })).toEqual(["Bàrn"]);
  });

  test("is kept in the address", () => {
    const filter = { ...noFilter, q: "a b", theatre: "barn" };

    expect(filterSchema.write(filter)).toBe("q=a+b&theatre=barn");
    expect(filterSchema.read(new URLSearchParams("theatre=barn&q=a+b&x=1"))).toEqual(filter);
    expect([isFiltered(noFilter), isFiltered(filter)]).toEqual([false, true]);
  });
});

test("an option says how many problems it would show beside the other filters", () => {
  const filter = { ...noFilter, theatre: "barn", rule: "missing-coordinates" };

  expect(filterOptions(problems, filter, "rule").map(({ label, count }) => [label, count])).toEqual([
    ["Booking end date is in the past", 1],
    ["Missing coordinates", 0],
    ["Missing capacity", 1],
  ]);
  expect(filterOptions(problems, noFilter, "theatre")).toEqual([
    { value: "mill", label: "A Mill", count: 1 },
    { value: "barn", label: "The Barn", count: 2 },
  ]);
});
