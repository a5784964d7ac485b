import { describe, expect, test } from "vitest";
import type { RoleType, SavedMember } from "../cast";
import { planChange, type CastChange, type CastPlan } from "./plan";

const today = "2026-11-23";
const run = { first: "2020-01-10", last: null };
const elsa = { id: "elsa", name: "Elsa" };
const anna = { id: "anna", name: "Anna" };
const engagementOf = (from: string | null, to: string | null = null, ended = false) => ({
  from,
  to,
  ended,
  note: null,
});

const person = (name: string) => ({ id: name.toLowerCase(), name });
const part = (
  name: string,
  role: typeof elsa | null,
  role_type: RoleType = "principal",
  billing: number | null = null,
) => ({
  person: person(name),
  role,
  role_type,
  billing_order: billing,
});
const member = (place: ReturnType<typeof part>, ...engagements: ReturnType<typeof engagementOf>[]): SavedMember => ({
  ...place,
  id: `${place.person.id}-${place.role?.id ?? place.role_type}`,
  engagements,
});

function plan(members: SavedMember[], change: Partial<CastChange>): CastPlan {
  const days = { lastDay: "2027-03-13", firstDay: "2027-03-15" };
  return planChange({ members, leaverIds: new Set(), joiners: [], ...days, run, today, ...change });
}

/** A line in short: what, who, in which role, instead of whom. */
const inShort = ({ lines }: CastPlan) =>
  lines.map(({ outcome, place, before, replaces }) =>
    [
      outcome,
      place.person.name,
      ...before.map(({ role, role_type }) => `from ${role?.name ?? role_type}`),
      place.role?.name ?? place.role_type,
      ...replaces.map((name) => `for ${name}`),
    ].join(" "),
  );
const remarks = ({ lines }: CastPlan, name: string) =>
  lines.filter(({ place }) => place.person.name === name).flatMap(({ notes, problem }) => problem ?? notes);

const ada = member(part("Ada", elsa, "principal", 1), engagementOf("2025-03"));
const ben = member(part("Ben", null, "ensemble"), engagementOf("2024"));
const cleo = member(part("Cleo", anna, "principal", 2), engagementOf(null));
const dan = member(part("Dan", null, "swing"));
const cast = [ada, ben, cleo, dan];
const ids = (...members: SavedMember[]) => new Set(members.map(({ id }) => id));

describe("a change of cast", () => {
  test("ends the engagements of those who leave, and begins those of who joins, in the role and the billing of who left", () => {
    const made = plan(cast, {
      leaverIds: ids(ada, dan),
      joiners: [part("Eve", elsa, "principal", 9), part("Fay", null, "swing")],
    });

    expect(inShort(made)).toEqual([
      "leaves Ada Elsa",
      "leaves Dan swing",
      "joins Eve Elsa for Ada",
      "joins Fay swing",
      "stays Ben ensemble",
      "stays Cleo Anna",
    ]);
    expect(made.edits).toMatchObject({
      changed: {
        [ada.id]: { engagements: [engagementOf("2025-03", "2027-03-13")] },
        [dan.id]: { engagements: [engagementOf(null, "2027-03-13")] },
      },
      added: [
        { person: { id: "eve" }, billing_order: 1, engagements: [engagementOf("2027-03-15")] },
        { person: { id: "fay" }, billing_order: null, engagements: [engagementOf("2027-03-15")] },
      ],
      removed: [],
    });
    expect(made.notes).toEqual([]);
  });

  test("someone who leaves one part and joins another moves", () => {
    const made = plan(cast, { leaverIds: ids(ada, ben), joiners: [part("Ben", elsa)] });

    expect(inShort(made).slice(0, 2)).toEqual(["leaves Ada Elsa", "moves Ben from ensemble Elsa for Ada"]);
    expect(made.edits.changed[ben.id]).toEqual({ engagements: [engagementOf("2024", "2027-03-13")] });
    expect(made.edits.added).toMatchObject([{ person: { id: "ben" }, role: elsa }]);
  });

  test("someone who returns gets a second engagement in their member, not a second member", () => {
    const gone = member(
      part("Gus", elsa),
      engagementOf("2020", "2021-06"),
      engagementOf("2022-01-05", "2022-12-31", true),
    );
    const made = plan([gone], { joiners: [part("Gus", elsa)] });

    expect(inShort(made)).toEqual(["returns Gus Elsa"]);
    expect(made.edits.added).toEqual([]);
    expect(made.edits.changed[gone.id]?.engagements).toEqual([...(gone.engagements ?? []), engagementOf("2027-03-15")]);
  });

  test("someone who leaves and returns after a break has both", () => {
    const made = plan([ada], { leaverIds: ids(ada), joiners: [part("Ada", elsa)], firstDay: "2027-06-01" });

    expect(inShort(made)).toEqual(["leaves Ada Elsa", "returns Ada Elsa"]);
    expect(made.edits.changed[ada.id]?.engagements).toEqual([
      engagementOf("2025-03", "2027-03-13"),
      engagementOf("2027-06-01"),
    ]);
  });

  test("without a break, a person who leaves and joins in the same part stays, and nothing is changed", () => {
    const made = plan(cast, { leaverIds: ids(ada), joiners: [part("Ada", elsa)], firstDay: "2027-03-14" });

    expect(inShort(made)[0]).toBe("stays Ada Elsa");
    expect(remarks(made, "Ada")).toEqual(["Leaves and joins in the same part, without a break."]);
    expect(made.edits).toEqual({ added: [], changed: {}, removed: [] });
  });

  test.each<[string, SavedMember, string, string[]]>([
    [
      "begins after the last day",
      member(part("Ada", elsa), engagementOf("2027-04-01")),
      "2027-03-13",
      ["Begins after the last day: from 1 Apr 2027."],
    ],
    [
      "left before it",
      member(part("Ada", elsa), engagementOf("2020", "2021")),
      "2027-03-13",
      ["Left before: 2020 – 2021."],
    ],
    [
      "perhaps begins after it",
      member(part("Ada", elsa), engagementOf("2027")),
      "2027-03-13",
      ["Perhaps begins after the last day: 2027."],
    ],
    ["began on an unknown day", member(part("Ada", elsa), engagementOf(null)), "2027-03-13", ["First day unknown."]],
    ["has no dates", member(part("Ada", elsa)), "2027-03-13", ["First day unknown."]],
    [
      "would leave before the run, having begun on an unknown day",
      member(part("Ada", elsa)),
      "2019",
      ["The last day must not be before the run's first day, 2020-01-10."],
    ],
    [
      "was to leave on another day",
      member(part("Ada", elsa), engagementOf("2025", "2027-09")),
      "2027-03",
      ["The last day was Sept 2027."],
    ],
    [
      "leaves on that day already",
      member(part("Ada", elsa), engagementOf("2025", "2027-03-13")),
      "2027-03-13",
      ["Already leaves on this day."],
    ],
    [
      "has left on an unknown day",
      member(part("Ada", elsa), engagementOf("2025", null, true)),
      "2026-03",
      ["Recorded as having left, on an unknown day."],
    ],
  ])("someone who %s is explained", (_what, one, lastDay, expected) => {
    const made = plan([one], { leaverIds: ids(one), lastDay, joiners: [part("Eve", elsa)] });

    expect(remarks(made, "Ada")).toEqual(expected);
  });

  test.each<[string, SavedMember[], ReturnType<typeof part>[], string[]]>([
    ["is in that part already", [ada], [part("Ada", elsa)], ["Already in this part: since Mar 2025."]],
    ["is perhaps in it", [cleo], [part("Cleo", anna)], ["Already in this part: dates unknown."]],
    ["is in it without dates", [dan], [part("Dan", null, "swing")], ["Already in this part, dates unknown."]],
    [
      "joins it later",
      [member(part("Ada", elsa), engagementOf("2027-09"))],
      [part("Ada", elsa)],
      ["Already joins later: from Sept 2027."],
    ],
    ["is in the list twice", [], [part("Ada", elsa), part("Ada", elsa)], ["Twice in the list."]],
    ["stays in another part", [ben], [part("Ben", elsa)], ["Stays as ensemble too."]],
    ["shares a role", [ada], [part("Eve", elsa)], ["Also in this role: Ada."]],
    ["covers a role that another plays", [ada], [part("Eve", elsa, "understudy")], []],
  ])("someone who joins and %s is explained", (_what, members, joiners, expected) => {
    const made = plan(members, { joiners });

    expect(remarks(made, joiners[0]?.person.name ?? "")).toEqual(expected);
  });

  test("what can't be saved is a problem, and what is only unusual is a note", () => {
    const late = member(part("Ada", elsa), engagementOf("2027-04-01"));
    const problems = (made: CastPlan) => made.lines.filter(({ problem }) => problem !== null).length;

    expect(problems(plan([late], { leaverIds: ids(late) }))).toBe(1);
    expect(problems(plan([ben], { leaverIds: ids(ben), joiners: [part("Ben", elsa), part("Ben", elsa)] }))).toBe(1);
    expect(problems(plan(cast, { leaverIds: ids(cleo), joiners: [part("Ada", elsa)] }))).toBe(0);
  });

  test("a role that no one takes over is named", () => {
    expect(remarks(plan(cast, { leaverIds: ids(ada) }), "Ada")).toEqual(["No one takes over Elsa."]);
  });

  test.each<[string, Partial<CastChange>, string[]]>([
    [
      "overlap",
      { lastDay: "2027-03", firstDay: "2027-03-15" },
      ["The last day is not before the first day: on some days both can be in the cast."],
    ],
    [
      "are before the run",
      { lastDay: "2019-01-01", firstDay: "2019-01-02" },
      ["The first day is before the run, which begins on 10 Jan 2020."],
    ],
    [
      "are after the run",
      { run: { ...run, last: "2027-03-14" } },
      ["This is after the run, which ends on 14 Mar 2027."],
    ],
  ])("days that %s are noted", (_what, days, expected) => {
    expect(plan(cast, { leaverIds: ids(ada), joiners: [part("Eve", elsa)], ...days }).notes).toEqual(expected);
  });
});
