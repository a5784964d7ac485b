import { describe, expect, test } from "vitest";
import { detailsShape, recordShape } from "@/components/records/form/record-shape";
import { directoryWith } from "@/test/directory-with";
import { shapes } from "@/lib/resources/shapes";
import { changedParts } from "./part-changes";

const source = { field: "name", name: "Its site", url: null, kind: "official", read_on: "2026-03-03", note: null };
const queens = { name: "Queen’s Theatre", kind: "former", from: "1907", to: "2019-12-03" };

function changes(path: "theatres" | "cast-members", before: object, after: object) {
  const [record, details] = [recordShape(path, shapes[path]).fields, detailsShape(path, shapes[path]).fields];
  const role = { id: "elphaba", name: "Elphaba", description: null, production_id: "wicked" };
  return changedParts(before, after, { record, details }, directoryWith({ roles: new Map([["elphaba", role]]) }));
}

describe("a change in the history says in words", () => {
  test("which names, ids and addresses were added or removed", () => {
    const empty = { aliases: [], external_ids: {}, website: null, verified_at: null };
    const full = { aliases: [queens], external_ids: { wikidata: "Q1", isni: "1" }, website: "https://example.com" };

    expect(changes("theatres", { details: empty }, { details: { ...empty, ...full } })).toEqual([
      { label: "Other names", before: "empty", after: "Queen’s Theatre (former, 1907 – 3 Dec 2019)" },
      { label: "IDs elsewhere", before: "empty", after: "Wikidata Q1, ISNI 1" },
      { label: "Website", before: "empty", after: "https://example.com" },
    ]);
  });

  test("when a person was in it, and whom they cover", () => {
    const before = { engagements: [{ from: "2026-03", to: null, ended: false, note: null }], covers: [] };
    const after = {
      engagements: [{ from: "2026-03", to: "2026-09-05", ended: true, note: "Until the cast change" }],
      covers: [{ role_id: "elphaba", call_order: 2 }],
    };

    expect(changes("cast-members", { details: before }, { details: after })).toEqual([
      { label: "Engagements", before: "from Mar 2026", after: "Mar 2026 – 5 Sept 2026 (ended, Until the cast change)" },
      { label: "Covers", before: "empty", after: "Elphaba (call order 2)" },
    ]);
  });

  test("which sources were added, by the label of their field, and when it was verified", () => {
    const before = { verified_at: null, sources: [source] };
    const after = {
      verified_at: "2026-03-04T12:00:00.000Z",
      sources: [source, { ...source, field: "capacity" }, { ...source, field: null, note: "Read whole." }],
    };

    expect(changes("theatres", { sources: before }, { sources: after })).toEqual([
      { label: "Source of Seats", before: "empty", after: "Its site (official, read 3 Mar 2026)" },
      {
        label: "Source of the whole record",
        before: "empty",
        after: "Its site (official, read 3 Mar 2026, Read whole.)",
      },
      { label: "Verified", before: "never", after: "4 Mar 2026" },
    ]);
  });
});
