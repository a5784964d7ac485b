import { describe, expect, test } from "vitest";
import { recordShape } from "@/components/records/form/record-shape";
import { directoryWith } from "@/test/directory-with";
import { shapes } from "@/lib/resources/shapes";
import { compareFields, type ChosenOwners, type LoadedRecord } from "./merge-fields";
import { planMerge, referringRecords, suggestedSurvivor, type ReferringRecord } from "./merge-plan";

const noDetails = { id: "", aliases: [], external_ids: {}, verified_at: null };

function person(id: string, name: string, part: object = {}, details: object = {}): LoadedRecord {
  const record = { id, name, bio: null, image: null, ...part };
  return { record, etag: `"${id}"`, details: { ...noDetails, id, ...details }, sources: 0, createdAt: null };
}

function credit(id: string, to: string, part: object = {}): ReferringRecord {
  const entry = { person_id: to, production_id: "run", role_id: null, role_type: "swing", ...part };
  return { path: "cast-members", field: "person_id", id, to, entry: { id, ...entry } };
}

function planned(
  records: LoadedRecord[],
  survivorId: string,
  owners: ChosenOwners = {},
  referring: ReferringRecord[] = [],
) {
  const fields = compareFields(recordShape("people", shapes.people), records);
  return planMerge({ records, survivorId, owners, fields, referring }, shapes);
}

const idsOf = (referring: readonly ReferringRecord[]) => referring.map(({ id }) => id);

describe("the suggested survivor", () => {
  const old = { ...person("old", "Ann"), createdAt: "2026-01-01T00:00:00.000Z" };
  const young = { ...person("young", "Ann"), createdAt: "2026-02-01T00:00:00.000Z" };
  const first = person("first", "Ann");

  test.each([
    ["has most references", [old, young], [credit("a", "young")], "young"],
    ["is the older of equals", [young, old], [], "old"],
    ["is older than the log", [young, old, first], [], "first"],
    ["is the first of equals", [first, person("second", "Ann")], [], "first"],
  ])("%s", (_what, records, referring, id) => {
    expect(suggestedSurvivor(records, referring)).toBe(id);
  });
});

describe("the request of a merge", () => {
  test("names the survivor, both versions, and whose value each differing field keeps", () => {
    const records = [person("a", "Ann"), person("b", "Anne", { bio: "Hull." })];

    const body = { into: "a", into_if_match: '"a"', keep: { name: "into", bio: "from" } };
    const { request } = planned(records, "a", { name: "a", bio: "b", image: "a" });
    expect(request).toEqual({ id: "b", etag: '"b"', body });
  });

  test("has no choice where the records are equal", () => {
    const { body } = planned([person("a", "Ann"), person("b", "Ann")], "a").request;
    expect(body).toEqual({ into: "a", into_if_match: '"a"' });
  });

  test("merges the others after the first, each with its version and its choice", () => {
    const records = [person("a", "Ann"), person("b", "Bea"), person("c", "Cat")];

    const others = [{ id: "c", if_match: '"c"', keep: { name: "from" } }];
    const body = { into: "b", into_if_match: '"b"', keep: { name: "into" }, others };
    expect(planned(records, "b", { name: "c" }).request).toEqual({ id: "a", etag: '"a"', body });
  });
});

describe("what a merge does", () => {
  const [a, b, c] = [person("a", "Ann"), person("b", "Ann"), person("c", "Ann")];

  test("moves what refers to the merged, and keeps one of equal rows: the survivor's, else the first", () => {
    const { moved, repeated } = planned([a, b, c], "a", {}, [
      credit("own", "a"),
      credit("equal", "b"),
      credit("standby", "b", { role_type: "standby" }),
      credit("equal standby", "c", { role_type: "standby" }),
      credit("elsewhere", "c", { production_id: "tour" }),
    ]);

    expect([idsOf(moved), idsOf(repeated)]).toEqual([
      ["standby", "elsewhere"],
      ["equal", "equal standby"],
    ]);
  });

  test("makes no rows equal that may have the same values", () => {
    const at = (id: string, to: string) => ({ id, to, entry: { id, current_show_id: to } });
    const theatres = [at("palace", "a"), at("barn", "b")];
    const referring = theatres.map((one) => ({ ...one, path: "theatres" as const, field: "current_show_id" }));
    const { moved, repeated } = planned([a, b], "a", {}, referring);

    expect([idsOf(moved), idsOf(repeated)]).toEqual([["barn"], []]);
  });

  test.each([
    ["the others' names become other names", ["Ann", "Bea", "Cat"], { name: "a" }, "Ann", ["Bea", "Cat"]],
    ["the survivor's name does, when another is chosen", ["Ann", "Bea", "Cat"], { name: "c" }, "Cat", ["Bea", "Ann"]],
    ["a second spelling of the name does not", ["Zoë O’Hara", "ZOE OHARA", "Z."], { name: "a" }, "Zoë O’Hara", ["Z."]],
    ["names of different punctuation do", ["!", "?"], { name: "a" }, "!", ["?"]],
  ])("%s", (_what, names, owners, name, newNames) => {
    const records = names.map((one, index) => person("abc".charAt(index), one));

    expect(planned(records, "a", owners)).toMatchObject({ name, newNames });
  });

  test("names the external ids that clash", () => {
    const known = { a: { ibdb: "1" }, b: { ibdb: "2", imdb: "nm1" }, c: { ibdb: "1", imdb: "nm2" } };
    const records = Object.entries(known).map(([id, external_ids]) => person(id, "Ann", {}, { external_ids }));

    expect(planned(records, "a").clashes).toEqual([
      { field: "external_ids", key: "ibdb", kept: "1", lost: ["2"] },
      { field: "external_ids", key: "imdb", kept: "nm1", lost: ["nm2"] },
    ]);
  });
});

test("what refers to a show are its productions and the theatres where it runs", () => {
  const house = { id: "barn", current_show_id: "gull" };
  const run = { id: "run", show_id: "seagull", theatre_id: "barn" };
  const directory = directoryWith({
    theatres: new Map([["barn", house as never]]),
    productions: new Map([["run", run as never]]),
  });

  const found = referringRecords("shows", ["gull", "seagull"], directory, shapes);
  expect(found.map(({ path, id, to }) => `${path} ${id} ${to}`)).toEqual([
    "productions run seagull",
    "theatres barn gull",
  ]);
});
