import { describe, expect, test } from "vitest";
import type { DataDecision, DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { filterOptions, filterProblems, filterSchema, isFiltered, noFilter } from "./problem-filters";
import { countSourced, fixMessage, nextFocus, readyFixes, sourceAdditions, verifications } from "./remedies";

function problem(more: Partial<DataProblem>, rule: DataProblem["rule"] = "missing-capacity"): DataProblem {
  return {
    ...{ rule, resource: "theatres", record_id: "barn", name: "Barn", severity: "remark", message: "Missing." },
    ...{ fields: [], related: [], fixes: [], decisions: [], is_on: false, theatres: [], facts: "", snooze: null },
    ...more,
  };
}

describe("problems fixed at once", () => {
  const decided = (decision: DataDecision) => problem({ decisions: [decision] });

  test("a record of several problems is verified once", () => {
    const verify = (record_id: string) =>
      decided({ kind: "verify", label: "Mark as verified", resource: "productions", record_id });
    const verified = (id: string) => ({ action: "update", resource: "productions", id, verified: true });

    expect(verifications([verify("a"), verify("b"), verify("a"), problem({})])).toEqual([verified("a"), verified("b")]);
  });

  test("a source is added for each field without one, or for the whole record", () => {
    const source = { name: "A page", url: null, kind: "press" as const, read_on: "2026-11-23", note: null };
    const uncited = (resource: string, fields: string[]) =>
      decided({ kind: "source", label: "Add a source…", resource, records: [{ record_id: "one", fields }] });
    const problems = [uncited("productions", ["opening_date", "closing_date"]), uncited("cast-members", [])];
    const cited = (resource: string, ...fields: (string | null)[]) => {
      const add_sources = fields.map((field) => ({ field, ...source }));
      return { action: "update", resource, id: "one", add_sources };
    };

    const expected = [cited("productions", "opening_date", "closing_date"), cited("cast-members", null)];
    expect(sourceAdditions(problems, source)).toEqual(expected);
    expect(countSourced(problems)).toBe(2);
  });

  test("only a problem with exactly one fix is fixed with others", () => {
    const fix = (id: string) => ({
      label: "Clear",
      changes: [{ action: "update" as const, resource: "theatres", id, data: { current_show_id: null } }],
    });
    const problems = [["a"], ["b", "c"], []].map((ids) => problem({ fixes: ids.map(fix) }));

    expect(readyFixes(problems)).toEqual(fix("a").changes);
  });
});

describe("after a fix", () => {
  const [a, b, c] = ["a", "b", "c"].map((record_id) => problem({ record_id })) as [
    DataProblem,
    DataProblem,
    DataProblem,
  ];
  const booking = problem({}, "booking-until-past");
  const coordinates = problem({}, "missing-coordinates");
  const missing = "missing-coordinates";

  test.each([
    ["to the next problem of the rule", b, [a, b, c], [a, c], "missing-capacity/theatres/c"],
    ["to the same problem if it remains", b, [a, b, c], [a, b, c], "missing-capacity/theatres/b"],
    ["to the rule's heading after its last problem", c, [a, b, c], [a, b], "missing-capacity"],
    ["to the next rule's heading after the rule", booking, [booking, coordinates], [coordinates], missing],
    ["to the previous one after the last rule", a, [coordinates, a], [coordinates], missing],
    ["to the message that no problems are left", a, [a], [], "none-left"],
  ])("the focus moves %s", (_where, fixed, before, after, focus) => {
    expect(nextFocus(fixed, before, after)).toEqual(focus);
  });

  test.each([
    [[a], [b, c], "Fixed. 2 problems left."],
    [[a], [a, b], "Saved, but the problem is still there. 2 problems left."],
    [[a, b], [b], "Saved, but some problems are still there. 1 problem left."],
  ])("the remaining problems are counted", (fixed, left, message) => {
    expect(fixMessage(fixed, left)).toBe(message);
  });
});

describe("a filter", () => {
  const barn = { id: "barn", name: "The Barn" };
  const problems = [
    problem({ name: "Pier", resource: "shows", severity: "contradiction", theatres: [barn] }, "booking-until-past"),
    problem({ name: "Bàrn", theatres: [barn] }),
    problem({ name: "Mill", theatres: [{ id: "mill", name: "A Mill" }] }),
    problem({ name: "Mill" }, "missing-coordinates"),
  ];

  test.each([
    [{}, ["Pier", "Bàrn", "Mill", "Mill"]],
    [{ rule: "missing-capacity" }, ["Bàrn", "Mill"]],
    [{ theatre: "barn", rule: "missing-capacity" }, ["Bàrn"]],
    [{ q: "BARN missing" }, ["Bàrn"]],
  ])("%j shows the problems that have all of its values", (filter, names) => {
    expect(filterProblems(problems, { ...noFilter, ...filter }).map(({ name }) => name)).toEqual(names);
  });

  test("is kept in the address", () => {
    const filter = { ...noFilter, q: "a b", theatre: "barn" };

    expect(filterSchema.write(filter)).toBe("q=a+b&theatre=barn");
    expect(filterSchema.read(new URLSearchParams("theatre=barn&q=a+b&x=1"))).toEqual(filter);
    expect([isFiltered(noFilter), isFiltered(filter)]).toEqual([false, true]);
  });

  test("has options that say how many problems each would show beside the others", () => {
    const filter = { ...noFilter, theatre: "barn", rule: "missing-coordinates" };

    const counts = filterOptions(problems, filter, "rule").map(({ value, count }) => [value, count]);
    expect(counts).toEqual([
      ["booking-until-past", 1],
      ["missing-coordinates", 0],
      ["missing-capacity", 1],
    ]);
    expect(filterOptions(problems, noFilter, "theatre")).toEqual([
      { value: "mill", label: "A Mill", count: 1 },
      { value: "barn", label: "The Barn", count: 2 },
    ]);
  });
});
