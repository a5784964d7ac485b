import { describe, expect, test } from "vitest";
import { noEdits, withEdits, type EditedMember } from "../cast";
import { matchRows, type MatchContext } from "./match-rows";
import { peopleByName } from "../people-and-roles";
import { readCastList } from "./read-cast-list";

const people = [
  { id: "zoe-1", name: "Zoë Ashe" },
  { id: "zoe-2", name: "Zoe Ashe" },
  { id: "zara", name: "Zara Ashe" },
];
const orders = { separated: "name first", bracketed: "name first" } as const;

function match(text: string, known: Partial<MatchContext> = {}) {
  const find = peopleByName(people);
  const { rows } = readCastList(text, { isPerson: (name) => find(name).same.length > 0, isRole: () => false });
  const run = { first: "2027-02-03", last: "2027-05-01" };
  const context = { orders, find, roles: [], members: [], run, today: "2026-11-25", chosen: {}, edits: {} };
  return matchRows(rows, { ...context, ...known });
}

function cast(state: EditedMember["state"]): EditedMember[] {
  const place = { person: { id: "zara", name: "Zara Ashe" }, role: null, role_type: "principal" as const };
  return [{ ...place, id: "member", billing_order: null, engagements: [], covers: [], before: [], state }];
}

describe("the person of a pasted row", () => {
  test.each([
    ["the first of that name", {}, "zoe-1"],
    ["the person chosen for the name", { "zoe ashe": "zoe-2" }, "zoe-2"],
    ["a person with a similar name, if chosen", { "zoe ashe": "zara" }, "zara"],
    ["the first, if the chosen person is no longer offered", { "zoe ashe": "gone" }, "zoe-1"],
  ])("is %s", (_case, chosen, id) => {
    const [row] = match("zoe ashe", { chosen });

    expect(row?.place.person.id).toBe(id);
    expect(row?.candidates.near.map((person) => person.id)).toEqual(["zara"]);
  });

  test("is new if that was chosen, and the same new person in every row with the name", () => {
    const [one, two] = match("Zoe Ashe — Elsa\nZOË ASHE — Anna", { chosen: { "zoe ashe": "new" } });

    expect(one?.place.person).toMatchObject({ name: "Zoe Ashe", isNew: true });
    expect(two?.place.person).toBe(one?.place.person);
  });

  test("is the unsaved person of that name, if there is one", () => {
    const waiting = { id: "waiting", name: "New Person", isNew: true };
    const added = [{ id: "x", person: waiting, role: null, role_type: "swing" as const, billing_order: null }];
    const members = withEdits([], { ...noEdits, added });

    expect(match("new person", { members })[0]?.place.person).toBe(waiting);
  });
});

test("the role of a pasted row is the production's role of that name, or a new one for each name", () => {
  const roles = [{ id: "elsa", name: "Elsa" }];
  const [known, one, two, none] = match("A B — elsa\nB C — Anna\nC D — ANNA\nD E", { roles });

  expect(known?.place.role).toEqual({ id: "elsa", name: "Elsa" });
  expect(one?.place.role).toMatchObject({ name: "Anna", isNew: true });
  expect(two?.place.role).toBe(one?.place.role);
  expect(none?.place.role).toBeNull();
});

test("a row that stands the other way round than its list is turned if only then both of its sides are known", () => {
  const roles = [{ id: "elsa", name: "Elsa" }];
  const [turned, unknownRole, unknownPerson] = match("Elsa — Zara Ashe\nAnna — Zara Ashe\nElsa — Ann New", { roles });

  expect(turned).toMatchObject({ person: "Zara Ashe", role: "Elsa", doubts: [] });
  expect(unknownRole).toMatchObject({ person: "Anna", role: "Zara Ashe" });
  expect(unknownPerson).toMatchObject({ person: "Elsa", role: "Ann New" });
});

test.each([
  ["name, role and type", { person: "Zara Ashe", role: "Elsa" }, { person: { id: "zara" }, role: { name: "Elsa" } }],
  ["type", { role_type: "alternate" }, { role_type: "alternate" }],
  ["missing role", { role: " " }, { role: null }],
] as const)("a corrected row is matched by its corrected %s", (_what, edit, place) => {
  const text = "Zarra Ash – Elza";
  const key = match(text)[0]?.row.key ?? expect.fail();

  expect(match(text, { edits: { [key]: edit } })[0]).toMatchObject({ place });
});

const noRole = "No role, though most others have one";
describe("a doubtful row is not ticked, and says why", () => {
  test.each([
    ["someone with one name", "Arkadina – Elsa", "Doesn’t look like a full name"],
    ["a name of a role", "Mrs Wormwood – Zara Something", "Doesn’t look like a full name"],
    ["a creative", "Ann Smith – Lighting designer", "Looks like a creative credit"],
    ["a missing role", "Ann One – Elsa\nBen Two – Anna\nCat Three – Olaf\n\nDan Four", noRole],
    ["a repetition", "Ann One – Elsa\nAnn One – elsa", "Same as a row above"],
    ["a third column", "Ann One\tElsa\tsince May", "Left out: since May"],
    ["two parts", "Ann One – Anna (u/s Elsa)", "More than one part"],
    ["a very long name", `Ann ${"O".repeat(200)} – Elsa`, "A name is longer than 200 characters"],
  ])("%s", (_case, text, doubt) => {
    expect(match(text).at(-1)).toMatchObject({ doubts: [doubt], isTaken: false });
  });

  test("a name of one word is right when the person is known, and every row can be ticked", () => {
    const find = peopleByName([{ id: "sting", name: "Sting" }]);
    const [row] = match("Cher – Elsa");
    const edits = { [row?.row.key ?? expect.fail()]: { isTaken: true } };

    expect(match("Sting – Elsa", { find })[0]).toMatchObject({ doubts: [], isTaken: true });
    expect(match("Cher – Elsa", { edits })[0]).toMatchObject({ isTaken: true });
  });

  test.each([
    ["as the same person with the same part", "Zara Ashe", "as saved", true],
    ["unless that member is removed", "Zara Ashe", "removed", false],
    ["unless the part is of another type", "Swings:\nZara Ashe", "as saved", false],
    ["unless the role is another", "Zara Ashe — Elsa", "as saved", false],
  ] as const)("someone is in the cast already %s", (_case, text, state, isThere) => {
    expect(match(text, { members: cast(state) })[0]?.doubts).toEqual(isThere ? ["Already in the cast"] : []);
  });
});

describe("what stands beside a pasted row", () => {
  const dates = (text: string, known: Partial<MatchContext> = {}) =>
    match(text, known).map(({ place, isTaken }) => {
      const [{ from, to, seen, note } = none] = place.engagements ?? [];
      return { role: place.role?.name, from, to, seen, note, isTaken };
    });
  const none = { from: null, to: null, seen: [] as string[], note: null };

  test.each([
    ["(until 13 March)", { ...none, to: "2027-03-13" }],
    ["(15 March – 1 May)", { ...none, from: "2027-03-15", to: "2027-05-01" }],
    ["(3–13 March)", { ...none, from: "2027-03-03", to: "2027-03-13" }],
    ["(from Monday 15th March 2027 until April)", { ...none, from: "2027-03-15", to: "2027-04" }],
    ["(Mon–Thu)", { ...none, note: "Mon–Thu" }],
    ["(Wednesday matinees only)", { ...none, note: "Wednesday matinees only" }],
  ])("%s is read as its dates or its note", (words, expected) => {
    expect(dates(`Ann Other – Elsa ${words}`)).toEqual([{ role: "Elsa", ...expected, isTaken: true }]);
  });

  test("is asked about where the year may be another, or the day lies outside the run", () => {
    const long = { run: { first: "2006-09-27", last: null } };

    expect(dates("Ann Other – Elsa (until 13 March)", long)).toMatchObject([{ to: "2027-03-13", isTaken: false }]);
    expect(dates("Ann Other – Elsa (until 13 June)")).toMatchObject([{ to: "2027-06-13", isTaken: false }]);
  });

  test("is a day on which someone was seen in it, which is past", () => {
    const long = { run: { first: "2006-09-27", last: null } };
    const seen = (words: string) => dates(`Ann Other – Elsa${words}`, long)[0];

    expect(seen(" (seen in October 2026)")).toEqual({ role: "Elsa", ...none, seen: ["2026-10"], isTaken: true });
    expect(seen(", seen on 17 Dec")).toMatchObject({ seen: ["2025-12-17"], isTaken: false });
  });

  test("stays part of the role when it is none", () => {
    const role = "Paddington (on-stage performer)";
    expect(match(`Ann Other – ${role}`)[0]?.place.role?.name).toBe(role);
  });
});

describe("someone who covers", () => {
  const roles = ["Rasputin", "Dr Botkin"].map((name) => ({ id: name, name }));

  test.each([
    ["Bob Jones – u/s Rasputin / Dr Botkin", ["Rasputin", "Dr Botkin"]],
    ["UNDERSTUDIES\nBob Jones – Rasputin/Dr Botkin", ["Rasputin", "Dr Botkin"]],
    ["Bob Jones – standby for Rasputin", ["Rasputin"]],
  ])("%j has each of the roles, as their cover", (text, covered) => {
    const places = match(text, { roles }).map(({ place }) => place);

    expect(places.map(({ role, covers }) => [role?.name, covers?.map((one) => one.role.name)])).toEqual(
      covered.map((role) => [role, [role]]),
    );
  });

  test("no one else does, and two known roles with a stroke between them are asked about", () => {
    const [row] = match("Bob Jones – Rasputin / Dr Botkin", { roles });

    expect(row).toMatchObject({ place: { covers: [] }, doubts: ["Two roles? Add a row for each"] });
  });
});
