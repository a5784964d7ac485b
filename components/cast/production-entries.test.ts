import { expect, test } from "vitest";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import { productionEntries } from "./production-history";

function entry(id: string, resource: string, production: string, rest: Partial<ActivityEntry> = {}): ActivityEntry {
  const record_id = resource === "productions" ? production : `record-${id}`;
  const by = {
    at: "2026-02-27T12:00:00.000Z",
    account: { id: "ada", name: "Ada" },
    by: "account" as const,
    change_id: "change",
  };
  const after = { id: record_id, production_id: production };
  const words = { label: record_id, differences: [] };
  return { id, ...by, ...words, action: "create", resource, record_id, before: null, after, ...rest };
}

const ids = (entries: readonly ActivityEntry[]) => entries.map(({ id }) => id);

test("the changes of a production, its cast and its roles are one list, newest first", () => {
  const loaded = [
    { entries: [entry("2", "productions", "frozen")], hasOlder: false },
    { entries: [entry("10", "cast-members", "frozen"), entry("9", "cast-members", "other")], hasOlder: false },
    { entries: [entry("11", "roles", "frozen"), entry("3", "roles", "frozen")], hasOlder: false },
  ];

  expect(ids(productionEntries("frozen", loaded))).toEqual(["11", "10", "3", "2"]);
});

test("a deleted member and one moved to another production belong to it", () => {
  const gone = { before: { production_id: "frozen" }, after: null };
  const moved = { before: { production_id: "frozen" }, after: { production_id: "other" } };
  const entries = [entry("2", "cast-members", "", gone), entry("1", "cast-members", "", moved)];

  expect(ids(productionEntries("frozen", [{ entries, hasOlder: false }]))).toEqual(["2", "1"]);
});

test("the list ends where a resource has not been loaded further", () => {
  const loaded = [
    { entries: [entry("9007199254740993", "cast-members", "frozen")], hasOlder: true },
    { entries: ["9007199254740994", "9007199254740992"].map((id) => entry(id, "roles", "frozen")), hasOlder: false },
  ];

  expect(ids(productionEntries("frozen", loaded))).toEqual(["9007199254740994", "9007199254740993"]);
});
