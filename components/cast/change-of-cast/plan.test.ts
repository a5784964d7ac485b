import { describe, expect, test } from "vitest";
import type { RoleType, SavedMember } from "../cast";
import { planChange, type CastChange, type CastPlan } from "./plan";

const elsa = { id: "elsa", name: "Elsa" };
const anna = { id: "anna", name: "Anna" };
const engaged = (from: string | null, to: string | null = null, ended = false) => ({
  from,
  to,
  ended,
  seen: [],
  note: null,
});
const part = (
  name: string,
  role: typeof elsa | null,
  role_type: RoleType = "principal",
  billing_order: number | null = null,
) => ({
  ...{ person: { id: name.toLowerCase(), name }, role, role_type, billing_order },
});
const member = (place: ReturnType<typeof part>, ...engagements: ReturnType<typeof engaged>[]): SavedMember => ({
  ...place,
  id: `${place.person.id}-${place.role?.id ?? place.role_type}`,
  engagements,
});

function plan(members: SavedMember[], change: Partial<CastChange>): CastPlan {
  const days = { lastDay: "2027-03-13", firstDay: "2027-03-15" };
  const when = { ...days, run: { first: "2020-01-10", last: null }, today: "2026-11-23" };
  return planChange({ members, leaverIds: new Set(), joiners: [], ...when, ...change });
}

/** A line in short: what, who, in which role, instead of whom. */
const inShort = ({ lines }: CastPlan) =>
  lines.map(({ outcome, place, before, replaces }) =>
    [
      ...[outcome, place.person.name, ...before.map(({ role, role_type }) => `from ${role?.name ?? role_type}`)],
      ...[place.role?.name ?? place.role_type, ...replaces.map((name) => `for ${name}`)],
    ].join(" "),
  );
const remarks = ({ lines }: CastPlan, name: string) =>
  lines.filter(({ place }) => place.person.name === name).flatMap(({ notes, problem }) => problem ?? notes);

const ada = member(part("Ada", elsa, "principal", 1), engaged("2025-03"));
const ben = member(part("Ben", null, "ensemble"), engaged("2024"));
const cleo = member(part("Cleo", anna, "principal", 2), engaged(null));
const dan = member(part("Dan", null, "swing"));
const cast = [ada, ben, cleo, dan];
const ids = (...members: SavedMember[]) => new Set(members.map(({ id }) => id));
const as = (...engagements: ReturnType<typeof engaged>[]) => member(part("Ada", elsa), ...engagements);
const eve = part("Eve", elsa, "principal", 9);

describe("a change of cast", () => {
  test("ends the engagements of those who leave, and begins those of who joins, in the role and the billing of who left", () => {
    const made = plan(cast, { leaverIds: ids(ada, dan), joiners: [eve, part("Fay", null, "swing")] });

    expect(inShort(made)).toEqual([
      ...["leaves Ada Elsa", "leaves Dan swing", "joins Eve Elsa for Ada", "joins Fay swing"],
      ...["stays Ben ensemble", "stays Cleo Anna"],
    ]);
    expect(made.edits).toMatchObject({
      changed: {
        [ada.id]: { engagements: [engaged("2025-03", "2027-03-13")] },
        [dan.id]: { engagements: [engaged(null, "2027-03-13")] },
      },
      added: [
        { person: { id: "eve" }, billing_order: 1, engagements: [engaged("2027-03-15")] },
        { person: { id: "fay" }, billing_order: null, engagements: [engaged("2027-03-15")] },
      ],
      removed: [],
    });
    expect(made.notes).toEqual([]);
  });

  test("someone who leaves one part and joins another moves", () => {
    const made = plan(cast, { leaverIds: ids(ada, ben), joiners: [part("Ben", elsa)] });

    expect(inShort(made).slice(0, 2)).toEqual(["leaves Ada Elsa", "moves Ben from ensemble Elsa for Ada"]);
    expect(made.edits.changed[ben.id]).toEqual({ engagements: [engaged("2024", "2027-03-13")] });
    expect(made.edits.added).toMatchObject([{ person: { id: "ben" }, role: elsa }]);
  });

  test("someone who returns gets another engagement in their member, not a second member, also after a break", () => {
    const before = [engaged("2020", "2021-06"), engaged("2022-01-05", "2022-12-31", true)];
    const gone = as(...before);
    const returned = plan([gone], { joiners: [eve, part("Ada", elsa)] });
    const again = plan([ada], { leaverIds: ids(ada), joiners: [part("Ada", elsa)], firstDay: "2027-06-01" });

    expect(inShort(returned)).toContain("returns Ada Elsa");
    expect(returned.edits.changed[gone.id]?.engagements).toEqual([...before, engaged("2027-03-15")]);
    expect(inShort(again)).toEqual(["leaves Ada Elsa", "returns Ada Elsa"]);
    const both = [engaged("2025-03", "2027-03-13"), engaged("2027-06-01")];
    expect([again.edits.changed[ada.id]?.engagements, again.edits.added]).toEqual([both, []]);
  });

  test("without a break, a person who leaves and joins in the same part stays, and nothing is changed", () => {
    const made = plan(cast, { leaverIds: ids(ada), joiners: [part("Ada", elsa)], firstDay: "2027-03-14" });

    expect(inShort(made)[0]).toBe("stays Ada Elsa");
    expect(remarks(made, "Ada")).toEqual(["Leaves and joins in the same part, without a break."]);
    expect(made.edits).toEqual({ added: [], changed: {}, removed: [] });
  });

  const day = "2027-03-13";
  test.each<[string, SavedMember, lastDay: string, string]>([
    ["begins after the last day", as(engaged("2027-04-01")), day, "Begins after the last day: from 1 Apr 2027."],
    ["left before it", as(engaged("2020", "2021")), day, "Left before: 2020 – 2021."],
    ["began on an unknown day", as(engaged(null)), day, "First day unknown."],
    ["would leave before the run", as(), "2019", "The last day must not be before the run's first day, 2020-01-10."],
    ["was to leave on another day", as(engaged("2025", "2027-09")), "2027-03", "The last day was Sept 2027."],
    ["leaves on that day already", as(engaged("2025", day)), day, "Already leaves on this day."],
    ["has left", as(engaged("2025", null, true)), "2026-03", "Recorded as having left, on an unknown day."],
  ])("someone who %s is explained", (_what, one, lastDay, remark) => {
    expect(remarks(plan([one], { leaverIds: ids(one), lastDay, joiners: [eve] }), "Ada")).toEqual([remark]);
  });

  const inElsa = part("Ada", elsa);
  test.each<[string, SavedMember[], ReturnType<typeof part>[], string[]]>([
    ["is in that part already", [ada], [inElsa], ["Already in this part: since Mar 2025."]],
    ["is in it without dates", [dan], [part("Dan", null, "swing")], ["Already in this part, dates unknown."]],
    ["joins it later", [as(engaged("2027-09"))], [inElsa], ["Already joins later: from Sept 2027."]],
    ["is in the list twice", [], [inElsa, inElsa], ["Twice in the list."]],
    ["stays in another part", [ben], [part("Ben", elsa)], ["Stays as ensemble too."]],
    ["shares a role", [ada], [eve], ["Also in this role: Ada."]],
    ["covers a role that another plays", [ada], [part("Eve", elsa, "understudy")], []],
  ])("someone who joins and %s is explained", (_what, members, joiners, expected) => {
    expect(remarks(plan(members, { joiners }), joiners[0]?.person.name ?? expect.fail())).toEqual(expected);
  });

  test("what can't be saved is a problem, and what is only unusual is a note", () => {
    const late = as(engaged("2027-04-01"));
    const problems = (made: CastPlan) => made.lines.filter(({ problem }) => problem !== null).length;

    expect(problems(plan([late], { leaverIds: ids(late) }))).toBe(1);
    expect(problems(plan([ben], { leaverIds: ids(ben), joiners: [part("Ben", elsa), part("Ben", elsa)] }))).toBe(1);
    expect(problems(plan(cast, { leaverIds: ids(cleo), joiners: [inElsa] }))).toBe(0);
    expect(remarks(plan(cast, { leaverIds: ids(ada) }), "Ada")).toEqual(["No one takes over Elsa."]);
  });

  test.each<[Partial<CastChange>, string]>([
    [{ lastDay: "2027-03" }, "The last day is not before the first day: on some days both can be in the cast."],
    [
      { lastDay: "2019-01-01", firstDay: "2019-01-02" },
      "The first day is before the run, which begins on 10 Jan 2020.",
    ],
    [{ run: { first: "2020-01-10", last: "2027-03-14" } }, "This is after the run, which ends on 14 Mar 2027."],
  ])("days that can't be are noted: %j", (days, note) => {
    expect(plan(cast, { leaverIds: ids(ada), joiners: [eve], ...days }).notes).toEqual([note]);
  });
});
