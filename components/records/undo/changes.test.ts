import { describe, expect, test } from "vitest";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import { deedOf, describeChange, groupChanges, undoneEntries } from "./changes";

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

test.each([
  ["created", entry("1", "create", null, ann)],
  ["edited", entry("1", "update", ann, anne)],
  ["deleted", entry("1", "delete", ann, null)],
  ["reverted the creation of", entry("1", "revert", ann, null)],
  ["reverted the deletion of", entry("1", "revert", null, ann)],
  ["reverted a change to", entry("1", "revert", anne, ann)],
])("what an entry did: %s", (words, one) => {
  expect(deedOf(one)).toBe(words);
});

test("a change of several records is described with counts for each deed", () => {
  const run = { id: "run" };
  expect(
    describeChange([
      entry("4", "create", null, ann),
      entry("3", "create", null, { id: "ben", name: "Ben" }),
      entry("2", "update", run, run, "productions"),
      entry("1", "create", null, { id: "burr" }, "roles"),
    ]),
  ).toBe("created 2 people, 1 role; edited 1 production");
  const reverts = [entry("2", "revert", ann, anne), entry("1", "revert", ann, anne)];
  expect(describeChange(reverts)).toBe("reverted changes to 2 people");
});

test("a cast that was entered is told by its people, and how many of them are new", () => {
  const member = (id: string) => entry(id, "create", null, { id }, "cast-members");
  const role = (id: string) => entry(id, "create", null, { id }, "roles");
  const entered = [member("1"), member("2"), role("3"), entry("4", "create", null, ann)];
  expect(describeChange(entered)).toBe("added 2 people to the cast (1 new), 1 new role");
  const one = [member("1"), entry("2", "update", ann, anne)];
  expect(describeChange(one)).toBe("added 1 person to the cast; edited 1 person");
});

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
