import { describe, expect, test } from "vitest";
import { directoryWith } from "@/test/directory-with";
import { shapes } from "@/lib/resources/shapes";
import { describeRelated, groupRelated, relationsOf } from "./related-record";

const hamilton = { id: "hamilton", name: "Hamilton" };
const palace = {
  ...{ id: "palace", name: "Palace Theatre", address: null, postcode: null, lat: 51.5, lng: -0.1, capacity: 1400 },
  current_show_id: null,
};
const run = {
  ...{ id: "run", show_id: "hamilton", theatre_id: "palace", opening_date: "2026-09-03", closing_date: null },
  show: { ...hamilton, type: "musical" as const, description: null, image: null },
};
const directory = directoryWith({
  theatres: new Map([["palace", palace]]),
  productions: new Map([["run", run]]),
});
const context = { directory, today: "2026-11-23" };

/** Where a relation fills a list's filter, its address is the list with what a new record is given. */
const relationsIn = (...[path, record]: [Parameters<typeof relationsOf>[0], Parameters<typeof relationsOf>[1]]) =>
  relationsOf(path, record, shapes).map(({ title, address, given }) => {
    const [list, query] = address.split("?");
    if (query !== undefined) expect(query).toBe(new URLSearchParams({ ...given }).toString());
    return [title, query === undefined ? null : list, given];
  });

/** Describes an entry of the relation with this title. */
function described(title: string, of: ReturnType<typeof relationsOf>, entry: Parameters<typeof describeRelated>[1]) {
  const relation = of.find((one) => one.title === title);
  return relation && describeRelated(relation, entry, directory, shapes);
}

const zoe = { id: "Zoë & Co", name: "Zoë" };
const burr = { id: "burr", name: "Burr", production_id: "run" };

test.each<
  [string, Parameters<typeof relationsOf>[0], Parameters<typeof relationsOf>[1], ReturnType<typeof relationsIn>]
>([
  [
    "a show are its productions, and the theatres where it plays",
    "shows",
    hamilton,
    [
      ["Productions", "/productions", { show_id: "hamilton" }],
      ["Playing at", null, null],
    ],
  ],
  ["a theatre are its productions", "theatres", palace, [["Productions", "/productions", { theatre_id: "palace" }]]],
  ["a person are the credits", "people", zoe, [["Credits", "/cast-members", { person_id: zoe.id }]]],
  ["a role are its players", "roles", burr, [["Players", null, { role_id: "burr", production_id: "run" }]]],
  ["a production are its roles", "productions", run, [["Roles", "/roles", { production_id: "run" }]]],
])("the records that refer to %s", (_what, path, record, relations) => {
  expect(relationsIn(path, record)).toEqual(expect.arrayContaining(relations));
});

describe("a related record is described", () => {
  test("without the record whose page it is on", () => {
    const ofShow = described("Productions", relationsOf("shows", hamilton, shapes), run);
    expect(ofShow).toEqual({ id: "run", name: "Palace Theatre", notes: ["from 3 Sept 2026"] });
    const closed = { ...run, closing_date: "2027-01-04" };
    const ofHouse = described("Productions", relationsOf("theatres", palace, shapes), closed);
    expect(ofHouse).toMatchObject({ name: "Hamilton", notes: ["3 Sept 2026 – 4 Jan 2027"] });
  });

  test("with its choices and optional references", () => {
    const credit = {
      ...{ id: "credit", person_id: "zoe", production_id: "run", role_id: "burr", role_type: "principal" },
      ...{ billing_order: 2, person: { id: "zoe", name: "Zoë" }, role: { id: "burr", name: "Burr" } },
    };

    const name = "Hamilton, Palace Theatre, 2026";
    const ofPerson = described("Credits", relationsOf("people", { id: "zoe" }, shapes), credit);
    expect(ofPerson).toEqual({ id: "credit", name, notes: ["Burr", "principal"] });
    expect(described("Players", relationsOf("roles", burr, shapes), credit)).toMatchObject({ name: "Zoë" });
  });
});

test("runs are grouped by their state, in order, and empty groups are left out", () => {
  const past = { ...run, id: "past", closing_date: "2026-11-22" };
  const coming = { ...run, id: "coming", opening_date: "2026-11-24" };

  const groups = groupRelated("productions", [past, coming, run], context);

  expect(groups.map(({ title, entries }) => [title, entries.map(({ id }) => id)])).toEqual([
    ["Running now", ["run"]],
    ["Upcoming", ["coming"]],
    ["Past", ["past"]],
  ]);
  expect(groupRelated("productions", [past], context)).toHaveLength(1);
  expect(groupRelated("roles", [{ id: "burr" }], context)).toEqual([{ title: null, entries: [{ id: "burr" }] }]);
});
