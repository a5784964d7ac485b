import { describe, expect, test } from "vitest";
import { noEdits, withEdits, type EditedMember } from "./cast";
import { matchLines, type MatchContext } from "./match-lines";
import { peopleByName } from "./pasted";

const people = [
  { id: "zoe-1", name: "Zoë Ashe" },
  { id: "zoe-2", name: "Zoe Ashe" },
  { id: "zara", name: "Zara Ashe" },
];

function match(text: string, known: Partial<MatchContext> = {}) {
  const nothing = { first: "principal" as const, roles: [], members: [], chosen: {} };
  return matchLines(text, { ...nothing, find: peopleByName(people), ...known });
}

function cast(state: EditedMember["state"]): EditedMember[] {
  const place = { person: { id: "zara", name: "Zara Ashe" }, role: null, billing_order: null };
  return [{ id: "member", role_type: "principal", ...place, state }];
}

describe("the person of a pasted line", () => {
  test.each([
    ["the first of that name", {}, "zoe-1"],
    ["the person chosen for the name", { "zoe ashe": "zoe-2" }, "zoe-2"],
    ["a person with a similar name, if chosen", { "zoe ashe": "zara" }, "zara"],
    ["the first, if the chosen person is no longer offered", { "zoe ashe": "gone" }, "zoe-1"],
  ])("is %s", (_case, chosen, id) => {
    expect(match("zoe ashe", { chosen })[0]?.place.person.id).toBe(id);
  });

  test("is new if that was chosen, and the same new person on every line with the name", () => {
    const [one, two] = match("Zoe Ashe — Elsa\nZOË ASHE — Anna", { chosen: { "zoe ashe": "new" } });

    expect(one?.place.person).toMatchObject({ name: "Zoe Ashe", isNew: true });
    expect(two?.place.person).toBe(one?.place.person);
  });

  test("is the unsaved person of that name, if there is one", () => {
    const waiting = { id: "waiting", name: "New Person", isNew: true };
    const members = withEdits([], {
      ...noEdits,
      added: [{ id: "x", person: waiting, role: null, role_type: "swing", billing_order: null }],
    });

    expect(match("new person", { members })[0]?.place.person).toBe(waiting);
  });
});

describe("the role of a pasted line", () => {
  test("is the production's role of that name, or a new one for each name", () => {
    const [known, one, two, none] = match("A — elsa\nB — Anna\nC — ANNA\nD", { roles: [{ id: "elsa", name: "Elsa" }] });

    expect(known?.place.role).toEqual({ id: "elsa", name: "Elsa" });
    expect(one?.place.role).toMatchObject({ name: "Anna", isNew: true });
    expect(two?.place.role).toBe(one?.place.role);
    expect(none?.place.role).toBeNull();
  });
});

describe("a line is already in the cast", () => {
  test.each([
    ["for the same person and part", "Zara Ashe", "as saved", true],
    ["unless that member is removed", "Zara Ashe", "removed", false],
    ["unless the part is of another type", "Swings:\nZara Ashe", "as saved", false],
    ["unless the role is another", "Zara Ashe — Elsa", "as saved", false],
    ["unless the person is another", "Zoe Ashe", "as saved", false],
  ] as const)("%s", (_case, text, state, isThere) => {
    expect(match(text, { members: cast(state) })[0]?.isThere).toBe(isThere);
  });
});
