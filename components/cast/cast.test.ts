import { describe, expect, test } from "vitest";
import { billingAfterMove, groupsOf, noEdits, withEdits, type RoleType, type SavedMember } from "./cast";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { changesOf } from "./cast-changes";
import { conflictsOf, withoutConflicts, withSeen } from "./cast-conflicts";
import { shownCast } from "./shown-members";
import { countOf, pendingEdits, withAdded, withPatches, withRemoved } from "./edits";

function member(id: string, role_type: RoleType, billing_order: number | null): SavedMember {
  return { id, person: { id: `person-${id}`, name: `Person ${id}` }, role: null, role_type, billing_order };
}

const saved = [member("a", "principal", 1), member("b", "principal", 2), member("c", "ensemble", null)];

describe("the order of a cast", () => {
  const order = (members: SavedMember[], type: RoleType, from: number, to: number) =>
    Object.fromEntries(billingAfterMove(groupsOf(withEdits(members, noEdits)), type, from, to));

  test("a member who moves up takes the number of the one they pass", () => {
    expect(order(saved, "principal", 1, 0)).toEqual({ a: 2, b: 1 });
  });

  test("a group without billing numbers continues from the groups above it", () => {
    const ensemble = [...saved, member("d", "ensemble", null)];

    expect(order(ensemble, "ensemble", 1, 0)).toEqual({ d: 3, c: 4 });
  });

  test("a group below is renumbered only where it would overlap", () => {
    const below = [member("a", "principal", 1), member("b", "principal", null), member("c", "ensemble", 2)];

    expect(order(below, "principal", 0, 1)).toEqual({ b: 1, a: 2, c: 3 });
    expect(order([...saved, member("d", "swing", 9)], "principal", 0, 1)).toEqual({ b: 1, a: 2 });
  });
});

describe("a long cast", () => {
  const days = (from: string | null, to: string | null) => ({ from, to, ended: false, note: null });
  const dated = (id: string, ...engagements: Engagement[]) => ({ ...member(id, "principal", 1), engagements });
  const cast = [
    dated("coming", days("2027-03-15", null)),
    dated("now", days(null, "2027-03-13")),
    dated("former", days("2020", "2021-06")),
    member("undated", "principal", 1),
  ];
  const shown = (members: readonly SavedMember[], asked: string | null, edits = noEdits) => {
    const { groups, ...view } = shownCast(groupsOf(withEdits(members, edits)), "2026-11-25", asked);
    const ids = (part: "shown" | "former") => groups.flatMap((group) => group[part].map(({ id }) => id));
    return { ...view, shown: ids("shown"), former: ids("former") };
  };

  test("is sorted by date where the billing is the same, and former members are folded", () => {
    expect(shown(cast, null)).toEqual({
      view: "everyone",
      counts: { today: 1, everyone: 4 },
      shown: ["now", "coming", "undated"],
      former: ["former"],
    });
  });

  test("is that of today at first, with everything that is not saved", () => {
    const long = [...cast, ...Array.from({ length: 20 }, (_, index) => dated(`${index}`, days("2019", "2020")))];
    const edits = withRemoved(noEdits, ["former"]);

    expect(shown(long, null)).toMatchObject({ view: "today", shown: ["now"], former: [] });
    expect(shown(long, null, edits).shown).toEqual(["now", "former"]);
    expect(shown(long, "everyone").former).toHaveLength(21);
  });

  test("has one view only while no one is known to be in it today", () => {
    expect(shown(saved, "today")).toMatchObject({ view: "everyone", counts: null });
  });
});

describe("the edits of a cast", () => {
  test("a value set back to the saved one is no edit", () => {
    const moved = withPatches(noEdits, saved, new Map([["a", { billing_order: 7 }]]));

    expect(countOf(moved)).toBe(1);
    expect(countOf(withPatches(moved, saved, new Map([["a", { billing_order: 1 }]])))).toBe(0);
  });

  test("fields that someone else saves meanwhile are kept", () => {
    const edits = withPatches(noEdits, saved, new Map([["a", { billing_order: 7 }]]));
    const theirs = saved.map((one) => (one.id === "a" ? { ...one, role_type: "alternate" as const } : one));

    expect(withEdits(theirs, edits)[0]).toMatchObject({ role_type: "alternate", billing_order: 7 });
    expect(changesOf("p", edits).map(({ change }) => change)).toEqual([
      { action: "update", resource: "cast-members", id: "a", data: { billing_order: 7 } },
    ]);
  });

  test("edits that are saved already produce no change", () => {
    const added = withAdded(noEdits, saved, [member("x", "swing", null)]);
    const edits = withRemoved(withPatches(added, saved, new Map([["a", { billing_order: 7 }]])), ["b"]);
    const now = [{ ...member("a", "principal", 7) }, { ...member("c", "ensemble", null) }];
    const [unparsed] = added.added;

    expect(countOf(pendingEdits(edits, saved))).toBe(3);
    expect(countOf(pendingEdits(edits, [...now, ...(unparsed ? [unparsed] : [])]))).toBe(0);
  });

  test("a new person in two parts is created once, before them", () => {
    const person = { id: "ann", name: "Ann Other", isNew: true };
    const role = (id: string) => ({ id, name: id, isNew: true });
    const place = { person, role_type: "principal" as const, billing_order: null };
    const edits = withAdded(noEdits, saved, [
      { ...place, role: role("elsa") },
      { ...place, role: role("anna") },
    ]);

    const resources = changesOf("p", edits).map(({ change }) => `${change.action} ${change.resource}`);

    expect(resources).toEqual([
      "create people",
      "create roles",
      "create roles",
      "create cast-members",
      "create cast-members",
    ]);
  });

  test("removing an unsaved member discards it, and removing a saved one deletes it", () => {
    const edits = withAdded(noEdits, saved, [member("x", "swing", null)]);
    const [added] = edits.added;

    expect(changesOf("p", withRemoved(edits, [added?.id ?? ""]))).toEqual([]);
    expect(changesOf("p", withRemoved(noEdits, ["a"])).map(({ change }) => change)).toEqual([
      { action: "delete", resource: "cast-members", id: "a" },
    ]);
  });
});

describe("what another person has saved since the edits began", () => {
  const patches = new Map([
    ["a", { billing_order: 7, role_type: "alternate" as const }],
    ["b", { billing_order: 8 }],
  ]);
  const edits = withSeen(withRemoved(withPatches(noEdits, saved, patches), ["c"]), saved);
  const [a, b, c] = saved.map((one) => ({ ...one })) as [SavedMember, SavedMember, SavedMember];

  test("is in the way of an edit of the same field, of a removal, and of an edit of who is gone", () => {
    const theirs = [
      { ...a, billing_order: 5 },
      { ...c, role_type: "swing" as const },
    ];

    expect(conflictsOf(edits, theirs).map(({ before, now, mine, fields }) => [before.id, now, mine, fields])).toEqual([
      ["a", theirs[0], { billing_order: 7, role_type: "alternate" }, ["billing_order"]],
      ["b", null, { billing_order: 8 }, ["billing_order"]],
      ["c", theirs[1], null, ["role_type"]],
    ]);
  });

  test("is not in the way when it is another field, the same value, or was there when the edit began", () => {
    const theirs = [
      { ...a, role: { id: "elsa", name: "Elsa" } },
      { ...b, billing_order: 8 },
    ];

    expect(conflictsOf(edits, theirs)).toEqual([]);
    expect(conflictsOf(withSeen({ ...edits, seen: {} }, [...theirs, { ...c, billing_order: 3 }]), theirs)).toEqual([]);
    expect(conflictsOf(withSeen(edits, theirs), [{ ...a, billing_order: 5 }, b, c])).toHaveLength(1);
  });

  test("is taken for the fields in conflict alone, and other edits stay", () => {
    const theirs = [{ ...a, billing_order: 5 }, b, { ...c, billing_order: 9 }];

    const left = withoutConflicts(edits, conflictsOf(edits, theirs));

    expect(pendingEdits(left, theirs)).toMatchObject({
      changed: { a: { role_type: "alternate" }, b: { billing_order: 8 } },
      removed: [],
    });
    expect(pendingEdits(left, theirs).changed["a"]).not.toHaveProperty("billing_order");
  });

  test("is guarded by the entity tags of the members", () => {
    const tags = new Map([
      ["b", { if_match: '"b"', details_if_match: '"d"' }],
      ["c", { if_match: '"c"' }],
    ]);
    expect(changesOf("p", edits, tags).map(({ change }) => change)).toMatchObject([
      { action: "delete", id: "c", if_match: '"c"' },
      { id: "a" },
      { id: "b", if_match: '"b"', details_if_match: '"d"' },
    ]);
  });
});
