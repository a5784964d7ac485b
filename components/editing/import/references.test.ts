import { describe, expect, test } from "vitest";
import type { RecordField } from "@/components/records/form/record-shape";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import { directoryWith } from "@/test/directory-with";
import { resolveReferences } from "./references";

const theatre = (id: string, name: string) =>
  [
    id,
    { id, name, address: null, postcode: null, lat: null, lng: null, capacity: null, current_show_id: null },
  ] as const;
const role = (id: string, name: string, production_id: string) =>
  [id, { id, name, description: null, production_id }] as const;

const directory = directoryWith({
  theatres: new Map([theatre("palace", "Palace Théâtre"), theatre("old-vic", "Old Vic"), theatre("vic-2", "Old  vic")]),
  roles: new Map([role("hamlet-1", "Hamlet", "p1"), role("hamlet-2", "Hamlet", "p2")]),
});
const theatreField: RecordField = { name: "theatre_id", label: "Theatre", kind: "reference", to: "theatres" };
const roleField: RecordField = {
  name: "role_id",
  label: "Role",
  kind: "reference",
  to: "roles",
  ...resourceViews["cast-members"].fields?.role_id,
};

/** The outcome of one row with these fields. */
function resolved(fields: Record<string, unknown>, id: string | null = null, known = new Map<string, object>()) {
  const sheet = { rows: [{ row: 2, id, fields }], problems: [] };
  const { rows, problems } = resolveReferences(sheet, [roleField, theatreField], directory, known);
  return problems.map(({ message }) => message)[0] ?? rows[0]?.fields;
}

describe("a reference in a file", () => {
  test.each([["palace"], ["Palace Théâtre"], ["PALACE  theatre "]])(
    "may be an id, or the name of one record: %s",
    (given) => {
      expect(resolved({ theatre_id: given, opening_date: "2026-01-01" })).toEqual({
        theatre_id: "palace",
        opening_date: "2026-01-01",
      });
    },
  );

  test("may be empty", () => {
    expect(resolved({ theatre_id: null })).toEqual({ theatre_id: null });
  });

  test("that no record has refuses the row, and says what to do", () => {
    expect(resolved({ theatre_id: "Palce" })).toMatch(/^no theatre has this id or name: “Palce”; create it first/);
  });

  test("that several records have asks for an id", () => {
    expect(resolved({ theatre_id: "Old Vic" })).toBe(
      "2 theatres are called “Old Vic”; use the id of one: old-vic, vic-2",
    );
  });

  test("is looked for only among the records that fit the row", () => {
    expect(resolved({ role_id: "hamlet", production_id: "p2" })).toEqual({ role_id: "hamlet-2", production_id: "p2" });
    expect(resolved({ role_id: "hamlet", production_id: "p3" })).toMatch(/does not fit the other columns/);
  });

  test("is looked for by the record's own values where the file has no column for them", () => {
    const known = new Map([["m", { id: "m", production_id: "p1" }]]);
    expect(resolved({ role_id: "Hamlet" }, "m", known)).toEqual({ role_id: "hamlet-1" });
  });
});
