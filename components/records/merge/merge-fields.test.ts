import { describe, expect, test } from "vitest";
import { recordShape } from "@/components/records/form/record-shape";
import { shapes } from "@/lib/resources/shapes";
import {
  compareFields,
  entriesOf,
  fieldsApart,
  laterEdits,
  suggestedOwner,
  unitedDetails,
  type LoadedRecord,
} from "./merge-fields";

function loaded(record: LoadedRecord["record"], details: LoadedRecord["details"] = {}): LoadedRecord {
  return { record, etag: `"${record.id}"`, details, sources: 0, createdAt: null };
}

const people = recordShape("people", shapes.people);
const plain = { id: "plain", name: "Zed Quux", bio: null, image: null };
const accented = { id: "accented", name: "Zéd Quux", bio: "Born in Hull.", image: "https://example.com/z.jpg" };
const longer = { id: "longer", name: "ZED QUUX", bio: "Born in Hull, trained in Leeds.", image: null };

describe("the suggested value of a field", () => {
  const suggestions = (survivor: string, records: LoadedRecord["record"][]) => {
    const compared = compareFields(
      people,
      records.map((one) => loaded(one)),
    );
    return Object.fromEntries(compared.map((field) => [field.name, suggestedOwner(field, survivor)]));
  };
  const named = { ...plain, id: "other", name: "Ánn Béll" };
  const best = ["accented", "longer", "accented"];
  const unsafe = { ...plain, image: "http://example.com/z.jpg" };

  test.each([
    ["the one with accents, the longer, the only", "plain", [plain, accented, longer], best],
    ["the survivor's where that is as good", "accented", [accented, longer], best],
    ["the survivor's where no one has one", "plain", [plain, { ...plain, id: "twin" }], ["plain", "plain", "plain"]],
    ["the survivor's name, when the other has another", "plain", [plain, named], ["plain", "plain", "plain"]],
    ["an https image", "plain", [unsafe, accented], ["accented", "accented", "accented"]],
    ["the name that is not in capitals", "longer", [longer, { ...plain, bio: null }], ["plain", "longer", "longer"]],
  ])("is %s", (_what, survivor, records, [name, bio, image]) => {
    expect(suggestions(survivor, records)).toEqual({ name, bio, image });
  });
});

test("each distinct value is listed once, also those of the details that are no lists", () => {
  const theatre = { id: "a", name: "Barn", capacity: 300 };
  const details = { id: "a", aliases: [], external_ids: {}, website: "https://barn.example", verified_at: null };
  const compared = compareFields(recordShape("theatres", shapes.theatres), [
    loaded(theatre, details),
    loaded({ ...theatre, id: "b", capacity: 310 }, { ...details, id: "b", website: null }),
    loaded({ ...theatre, id: "c" }, { ...details, id: "c" }),
  ]);

  const differing = compared.filter(({ values }) => values.length > 1);
  const told = differing.flatMap(({ name, values }) => values.map(({ value, ids }) => [name, value, ids.join(" ")]));
  expect(told).toEqual([
    ["capacity", 300, "a c"],
    ["capacity", 310, "b"],
    ["website", "https://barn.example", "a c"],
    ["website", null, "b"],
  ]);
  expect(compared.map(({ name }) => name)).not.toContain("verified_at");
});

test("the lists of the details are united, where any record has an entry", () => {
  const records = [
    loaded(plain, { id: "plain", aliases: [], external_ids: {}, verified_at: null }),
    loaded(longer, { id: "longer", aliases: [], external_ids: { ibdb: "1" }, verified_at: null }),
  ];

  expect(unitedDetails(records)).toEqual([{ name: "external_ids", label: "External ids" }]);
});

test.each([
  [[{ name: "Z. Quux", kind: "former", from: "2001", to: null }], ["Z. Quux (former, 2001)"]],
  [[{ name: "Z. Quux" }], ["Z. Quux"]],
  [{ imdb: "nm0000001", ibdb: "2" }, ["imdb: nm0000001", "ibdb: 2"]],
  [null, []],
  ["text", []],
])("the entries of %j in words", (value, words) => {
  expect(entriesOf(value)).toEqual(words);
});

test("roles of different productions are apart, and people never", () => {
  const role = { id: "a", name: "Lead", description: null, production_id: "one" };
  const roles = recordShape("roles", shapes.roles);

  expect(fieldsApart(roles, [loaded(role), loaded({ ...role, id: "b" })])).toEqual([]);
  const apart = fieldsApart(roles, [loaded(role), loaded({ ...role, id: "b", production_id: "two" })]);
  expect(apart.map(({ name }) => name)).toEqual(["production_id"]);
  expect(fieldsApart(people, [loaded(plain), loaded(accented)])).toEqual([]);
});

test("later edits are the fields that differ between two readings of the same record", () => {
  const after = { ...accented, bio: "Born in York." };

  expect(laterEdits([loaded(plain), loaded(accented)], [loaded(plain), loaded(after)])).toEqual([
    { id: "accented", name: "bio", before: "Born in Hull.", after: "Born in York." },
  ]);
  expect(laterEdits([], [loaded(plain)])).toEqual([]);
});
