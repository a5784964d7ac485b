import { describe, expect, test } from "vitest";
import { directoryWith } from "@/test/directory-with";
import { shapes } from "@/lib/resources/shapes";
import { describeRelated, groupRelated, relationsOf } from "./related-record";

const hamilton = { id: "hamilton", name: "Hamilton" };
const palace = {
  id: "palace",
  name: "Palace Theatre",
  address: null,
  postcode: null,
  lat: 51.5,
  lng: -0.1,
  capacity: 1400,
  current_show_id: null,
};
const run = {
  id: "run",
  show_id: "hamilton",
  theatre_id: "palace",
  opening_date: "2026-09-03",
  closing_date: null,
  show: { ...hamilton, type: "musical" as const, description: null, image: null },
};
const directory = directoryWith({
  theatres: new Map([["palace", palace]]),
  productions: new Map([["run", run]]),
});
const context = { directory, today: "2026-11-23" };

const titlesOf = (path: Parameters<typeof relationsOf>[0], record: Parameters<typeof relationsOf>[1]) =>
  relationsOf(path, record, shapes).map(({ title, address, given }) => [title, address, given]);

/** Describes an entry of the relation with this title. */
function described(title: string, of: ReturnType<typeof relationsOf>, entry: Parameters<typeof describeRelated>[1]) {
  const relation = of.find((one) => one.title === title);
  return relation && describeRelated(relation, entry, directory, shapes);
}

describe("the records that refer to", () => {
  test("a show are its productions, and the theatres where it plays", () => {
    expect(titlesOf("shows", hamilton)).toEqual(
      expect.arrayContaining([
        ["Productions", "/productions?show_id=hamilton", { show_id: "hamilton" }],
        ["Playing at", "/theatres", null],
      ]),
    );
  });

  test("a theatre are its productions", () => {
    expect(titlesOf("theatres", palace)).toEqual([
      ["Productions", "/productions?theatre_id=palace", { theatre_id: "palace" }],
    ]);
  });

  test("a person are the credits", () => {
    expect(titlesOf("people", { id: "Zoë & Co", name: "Zoë" })).toEqual([
      ["Credits", "/cast-members?person_id=Zo%C3%AB+%26+Co", { person_id: "Zoë & Co" }],
    ]);
  });

  test("a role are its players, and a new one belongs to the role's production", () => {
    expect(titlesOf("roles", { id: "burr", name: "Burr", production_id: "run" })).toEqual([
      ["Players", "/cast-members", { role_id: "burr", production_id: "run" }],
    ]);
  });

  test("a production are its roles: the page has its cast already", () => {
    expect(titlesOf("productions", run)).toEqual([["Roles", "/roles?production_id=run", { production_id: "run" }]]);
  });
});

describe("a related record is described", () => {
  test("without the record whose page it is on", () => {
    expect(described("Productions", relationsOf("shows", hamilton, shapes), run)).toEqual({
      id: "run",
      name: "Palace Theatre",
      notes: ["from 3 Sept 2026"],
    });
    const closed = { ...run, closing_date: "2027-01-04" };
    expect(described("Productions", relationsOf("theatres", palace, shapes), closed)).toMatchObject({
      name: "Hamilton",
      notes: ["3 Sept 2026 – 4 Jan 2027"],
    });
  });

  test("with its choices and optional references", () => {
    const credit = {
      id: "credit",
      person_id: "zoe",
      production_id: "run",
      role_id: "burr",
      role_type: "principal",
      billing_order: 2,
      person: { id: "zoe", name: "Zoë" },
      role: { id: "burr", name: "Burr" },
    };

    expect(described("Credits", relationsOf("people", { id: "zoe" }, shapes), credit)).toEqual({
      id: "credit",
      name: "Hamilton, Palace Theatre, 2026",
      notes: ["Burr", "principal"],
    });
    const role = { id: "burr", name: "Burr", production_id: "run" };
    expect(described("Players", relationsOf("roles", role, shapes), credit)).toMatchObject({ name: "Zoë" });
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
