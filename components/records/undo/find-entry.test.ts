import { expect, test } from "vitest";
import { findEntryLeaving } from "./find-entry";

const by = { at: "2026-02-27T12:00:00.000Z", account: { id: "ada", name: "Ada" }, change_id: "change" };
const base = { ...by, resource: "people", record_id: "ann" };
const ann = { id: "ann", name: "Ann" };
const anne = { id: "ann", name: "Anne" };
const entries = [
  { ...base, id: "5", action: "update" as const, before: anne, after: ann },
  { ...base, id: "4", action: "revert" as const, before: null, after: anne },
  { ...base, id: "3", action: "delete" as const, before: ann, after: null },
  { ...base, id: "2", action: "create" as const, before: null, after: ann },
];

test.each([
  ["a record that has been so twice: the newest", ann, "5"],
  ["an intermediate version of a record", anne, "4"],
  ["a deleted record", null, "3"],
  ["a version that never existed", { id: "ann", name: "Anna" }, undefined],
])("the entry that left %s", (_case, after, id) => {
  expect(findEntryLeaving(entries, after)?.id).toBe(id);
});
