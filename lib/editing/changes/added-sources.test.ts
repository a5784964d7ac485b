import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/staff-client.ts";

describe.each(databaseKinds)("sources added by a batch (%s)", (databaseKind) => {
  const service = useService(databaseKind);
  const staff = useStaff(service);

  const source = { field: null, name: "The Stage", url: null, kind: "press", read_on: null, note: null };
  const update = (more: object) =>
    staff.send("POST", "changes", { changes: [{ action: "update", resource: "people", id: "added", ...more }] });

  test("join the present ones, each once; a page read again is replaced, and too many are refused", async () => {
    await staff.send("POST", "changes", {
      changes: [{ action: "create", resource: "people", id: "added", data: { name: "Ada" }, sources: [source] }],
    });
    const other = { ...source, name: "A visit", kind: "visit" };

    expect((await update({ add_sources: [source, { name: "A visit", kind: "visit" }] })).status).toBe(200);
    expect((await staff.send("GET", "people/added/sources")).body["sources"]).toEqual([source, other]);

    const readAgain = { ...source, read_on: "2026-11-23" };
    expect((await update({ add_sources: [readAgain] })).status).toBe(200);
    expect((await staff.send("GET", "people/added/sources")).body["sources"]).toEqual([other, readAgain]);

    const many = Array.from({ length: 99 }, (_, index) => ({ ...source, name: `Page ${index}` }));
    const refused = await update({ add_sources: many });
    expect([refused.status, refused.body["issues"]]).toEqual([
      400,
      [{ path: "changes.0.add_sources", message: "must leave the record with at most 100 sources" }],
    ]);
    expect((await update({ add_sources: [{ kind: "press" }] })).body["issues"]).toEqual([
      { path: "changes.0.add_sources.0.name", message: "is required" },
    ]);
    expect((await staff.send("GET", "people/added/sources")).body["sources"]).toHaveLength(2);
  });
});
