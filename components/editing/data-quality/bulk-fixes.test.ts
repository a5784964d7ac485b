import { expect, test } from "vitest";
import type { DataDecision, DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { countSourced, readyFixes, sourceAdditions, verifications } from "./bulk-fixes";

function problem(decisions: DataDecision[], fixes: DataProblem["fixes"] = []): DataProblem {
  return {
    rule: "running-not-verified",
    resource: "productions",
    record_id: "run",
    name: "Run",
    severity: "remark",
    message: "",
    fields: [],
    related: [],
    fixes,
    decisions,
    is_on: true,
    theatres: [],
    facts: "",
    snooze: null,
  };
}

test("a record of several problems is verified once", () => {
  const verify = (record_id: string) =>
    problem([{ kind: "verify", label: "Mark as verified", resource: "productions", record_id }]);

  expect(verifications([verify("a"), verify("b"), verify("a"), problem([])])).toEqual([
    { action: "update", resource: "productions", id: "a", verified: true },
    { action: "update", resource: "productions", id: "b", verified: true },
  ]);
});

test("a source is added for each field without one, or for the whole record", () => {
  const source = { name: "A page", url: null, kind: "press" as const, read_on: "2026-11-23", note: null };
  const decision = (resource: string, fields: string[]) =>
    problem([{ kind: "source", label: "Add a source…", resource, records: [{ record_id: "one", fields }] }]);
  const problems = [decision("productions", ["opening_date", "closing_date"]), decision("cast-members", [])];

  expect(sourceAdditions(problems, source)).toEqual([
    {
      action: "update",
      resource: "productions",
      id: "one",
      add_sources: [
        { field: "opening_date", ...source },
        { field: "closing_date", ...source },
      ],
    },
    { action: "update", resource: "cast-members", id: "one", add_sources: [{ field: null, ...source }] },
  ]);
  expect(countSourced(problems)).toBe(2);
});

test("only a problem with exactly one fix is fixed with others", () => {
  const fix = (id: string) => ({
    label: "Clear",
    changes: [{ action: "update" as const, resource: "theatres", id, data: { current_show_id: null } }],
  });

  expect(readyFixes([problem([], [fix("a")]), problem([], [fix("b"), fix("c")]), problem([])])).toEqual(
    fix("a").changes,
  );
});
