import { describe, expect, test } from "vitest";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import { groupChanges, undoneEntries } from "./changes";

const base = {
  at: "2026-02-27T12:00:00.000Z",
  account: { id: "ada", name: "Ada" },
  by: "account" as const,
  change_id: "change",
};
const ann = { id: "ann", name: "Ann" };
const anne = { id: "ann", name: "Anne" };

type Version = ActivityEntry["before"];

function entry(id: string, action: ActivityEntry["action"], before: Version, after: Version, resource = "people") {
  const record_id = String((after ?? before)?.["id"]);
  return { ...base, id, action, resource, record_id, label: record_id, differences: [], before, after };
}

test("consecutive entries of one change are one group", () => {
  const other = { ...entry("2", "update", ann, anne), change_id: "other" };
  const groups = groupChanges([entry("4", "create", null, ann), entry("3", "create", null, ann), other]);

  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([["4", "3"], ["2"]]);
});

describe("an entry is undone", () => {
  const created = entry("1", "create", null, ann);
  const edited = entry("2", "update", ann, anne);
  const [reverted, back] = [entry("3", "revert", anne, ann), entry("3", "update", anne, ann)];
  const other = { ...ann, id: "x" };

  test.each<[string, ActivityEntry[], string[]]>([
    ["once a later entry reverted it", [reverted, edited, created], ["2"]],
    ["not while nothing reverted it", [edited, created], []],
    ["not by a revert of another record", [entry("3", "revert", other, other), edited], []],
    [
      "not once its revert was reverted: then the revert is",
      [entry("4", "revert", ann, anne), reverted, edited],
      ["3"],
    ],
    ["in the order of the reverts", [entry("4", "revert", ann, null), reverted, edited, created], ["2", "1"]],
    [
      "only the newest of equal ones",
      [entry("5", "revert", anne, ann), entry("4", "update", ann, anne), back, edited],
      ["4"],
    ],
  ])("%s", (_case, entries, undone) => {
    expect([...undoneEntries(entries)]).toEqual(undone);
  });
});
