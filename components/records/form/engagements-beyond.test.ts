import { describe, expect, test } from "vitest";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import { endedWithRun, engagementsBeyond } from "./engagements-beyond";

function member(id: string, from: string | null, to: string | null): CastEntry {
  const engagements = [{ from, to, ended: false, note: null }];
  // The other fields of an entry don't matter here.
  return { id, engagements } as unknown as CastEntry;
}

describe("a new closing date", () => {
  const cast = [
    member("within", "2027-02-03", "2027-03-01"),
    member("open", "2027-02-03", null),
    member("beyond", null, "2027-03-14"),
    member("later", "2027-03-15", null),
    member("same-month", "2027-03", "2027-03"),
  ];

  test("leaves the engagements that end or begin after it outside the run", () => {
    const found = engagementsBeyond(cast, "2027-03-01");

    expect(found.ending.map(({ id }) => id)).toEqual(["beyond"]);
    expect(found.beginning.map(({ id }) => id)).toEqual(["later"]);
  });

  test("can end those that end after it, and leaves those that begin later", () => {
    const details = { engagements: [{ from: null, to: "2027-03-01", ended: false, note: null }] };
    const ended = [{ action: "update", resource: "cast-members", id: "beyond", details }];
    expect(endedWithRun(engagementsBeyond(cast, "2027-03-01"), "2027-03-01")).toEqual(ended);
  });
});
