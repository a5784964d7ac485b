import { describe, expect, test } from "vitest";
import { engaged } from "@/test/casts";
import type { CastPlace, RoleType, SavedMember } from "../cast";
import { draftChange, type CastChange } from "./change-of-cast";

const elsa = { id: "elsa", name: "Elsa" };
const anna = { id: "anna", name: "Anna" };
const part = (
  name: string,
  role: typeof elsa | null,
  role_type: RoleType = "principal",
  billing_order: number | null = null,
) => ({
  ...{ person: { id: name.toLowerCase(), name }, role, role_type, billing_order },
});
const member = (place: CastPlace, ...engagements: ReturnType<typeof engaged>[]): SavedMember => ({
  ...place,
  id: `${place.person.id}-${place.role?.id ?? place.role_type}`,
  engagements,
});

function draft(members: SavedMember[], change: Partial<CastChange>) {
  const days = { lastDay: "2027-03-13", firstDay: "2027-03-15" };
  const when = { ...days, run: { first: "2020-01-10", last: null }, today: "2026-11-23" };
  const { patches, places, notes } = draftChange({ members, leaverIds: new Set(), joiners: [], ...when, ...change });
  return { dates: Object.fromEntries([...patches].map(([id, patch]) => [id, patch.engagements])), places, notes };
}

const ada = member(part("Ada", elsa, "principal", 1), engaged("2025-03"));
const ben = member(part("Ben", null, "ensemble"), engaged("2024"));
const cleo = member(part("Cleo", anna, "principal", 2), engaged(null));
const dan = member(part("Dan", null, "swing"));
const cast = [ada, ben, cleo, dan];
const ids = (...members: SavedMember[]) => new Set(members.map(({ id }) => id));
const as = (...engagements: ReturnType<typeof engaged>[]) => member(part("Ada", elsa), ...engagements);
const eve = part("Eve", elsa, "principal", 9);
const inElsa = part("Ada", elsa);

describe("a change of cast", () => {
  test("ends the engagements of those who leave, and begins those of who joins, in the role and the billing of who left", () => {
    const made = draft(cast, { leaverIds: ids(ada, dan), joiners: [eve, part("Fay", null, "swing")] });

    expect(made).toMatchObject({
      dates: { [ada.id]: [engaged("2025-03", "2027-03-13")], [dan.id]: [engaged(null, "2027-03-13")] },
      places: [
        { person: { id: "eve" }, billing_order: 1, engagements: [engaged("2027-03-15")] },
        { person: { id: "fay" }, billing_order: null, engagements: [engaged("2027-03-15")] },
      ],
      notes: [],
    });
  });

  test("someone who leaves one part and joins another has two entries, and keeps the dates of a pasted row", () => {
    const own = { ...part("Ben", elsa), engagements: [engaged("2027-04", "2027-05")] };
    const made = draft(cast, { leaverIds: ids(ada, ben), joiners: [own, own] });

    expect(made.dates[ben.id]).toEqual([engaged("2024", "2027-03-13")]);
    expect(made.places).toMatchObject([{ person: { id: "ben" }, role: elsa, engagements: own.engagements }]);
  });

  test("someone who returns gets another engagement in their entry, not a second entry, also after a break", () => {
    const before = [engaged("2020", "2021-06"), engaged("2022-01-05", "2022-12-31", true)];
    const returned = draft([as(...before)], { joiners: [eve, inElsa] });
    const again = draft([ada], { leaverIds: ids(ada), joiners: [inElsa], firstDay: "2027-06-01" });

    expect(returned.dates[ada.id]).toEqual([...before, engaged("2027-03-15")]);
    expect(again).toMatchObject({
      dates: { [ada.id]: [engaged("2025-03", "2027-03-13"), engaged("2027-06-01")] },
      places: [],
    });
  });

  test.each<[string, SavedMember[], Partial<CastChange>, string]>([
    ["stays", [ada], { leaverIds: ids(ada), joiners: [inElsa], firstDay: "2027-03-14" }, "since Mar 2025"],
    ["is in the part already", [ada], { joiners: [inElsa] }, "since Mar 2025"],
    ["is in it without dates", [as()], { joiners: [inElsa] }, "dates unknown"],
  ])("someone who %s is not changed, and is told", (_who, members, change, dates) => {
    const notes = [`Ada is in this part already: ${dates}.`];
    expect(draft(members, change)).toEqual({ dates: {}, places: [], notes });
  });

  test.each<[string, SavedMember, string]>([
    ["begins after the last day", as(engaged("2027-04-01")), "from 1 Apr 2027"],
    ["left before it", as(engaged("2020", "2021")), "2020 – 2021"],
  ])("someone who %s is not changed, and is told", (_who, one, dates) => {
    const { dates: changed, notes } = draft([one], { leaverIds: ids(one), joiners: [part("Eve", elsa)] });
    expect([changed, notes]).toEqual([{}, [`Ada is not in the cast on that last day: ${dates}.`]]);
  });

  test.each<[string, SavedMember[], Partial<CastChange>, string[]]>([
    ["no one takes over a role", cast, { leaverIds: ids(ada) }, ["No one takes over Elsa."]],
    ["a person keeps another part", [ben], { joiners: [part("Ben", elsa)] }, ["Ben stays as ensemble too."]],
    ["a role has two", [ada], { joiners: [eve] }, ["Also in the role of Elsa: Ada."]],
    ["a role is only covered", [ada], { joiners: [part("Eve", elsa, "understudy")] }, []],
  ])("it is told when %s", (_what, members, change, notes) => {
    expect(draft(members, change).notes).toEqual(notes);
  });

  test.each<[Partial<CastChange>, string]>([
    [{ lastDay: "2027-03" }, "The last day is not before the first day: on some days both can be in the cast."],
    [
      { lastDay: "2025-06-01", firstDay: "2019-01-02" },
      "The first day is before the run, which begins on 10 Jan 2020.",
    ],
    [{ run: { first: "2020-01-10", last: "2027-03-14" } }, "This is after the run, which ends on 14 Mar 2027."],
  ])("days that can't be are noted: %j", (days, note) => {
    expect(draft(cast, { leaverIds: ids(ada), joiners: [eve], ...days }).notes).toContain(note);
  });
});
