import { expect, test } from "vitest";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import { fieldChanges } from "./field-changes";

function entry(id: string, before: ActivityEntry["before"], after: ActivityEntry["after"]): ActivityEntry {
  const account = { id: "ada", name: "Ada" };
  const at = "2026-11-25T12:00:00.000Z";
  return {
    id,
    at,
    account,
    by: "account",
    change_id: id,
    action: "update",
    resource: "theatres",
    record_id: "barn",
    before,
    after,
  };
}

const source = { field: "capacity", name: "Site", url: null, kind: "official", read_on: null, note: null };

test("the history of a field has the changes of its value and of its sources, and no others", () => {
  const found = fieldChanges(
    [
      entry("5", { capacity: 100 }, null),
      entry("4", { capacity: 90 }, { capacity: 100, sources: { verified_at: null, sources: [source] } }),
      entry("3", { capacity: 90, name: "Shed" }, { capacity: 90, name: "Barn" }),
      entry("2", { capacity: 90, sources: { sources: [source] } }, { capacity: 90, sources: { sources: [] } }),
      entry("1", null, { capacity: 90 }),
    ],
    "capacity",
    undefined,
  );

  expect(found.map(({ id, before, after, sources }) => [id, before, after, sources])).toEqual([
    ["4", 90, 100, [source]],
    ["2", 90, 90, []],
    ["1", null, 90, null],
  ]);
});

test("a field of the details is read from there", () => {
  const details = (website: string | null) => ({ name: "Barn", details: { website } });

  expect(
    fieldChanges([entry("1", details(null), details("https://barn.example"))], "website", "details"),
  ).toMatchObject([{ by: "Ada", before: null, after: "https://barn.example" }]);
});
