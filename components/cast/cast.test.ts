import { describe, expect, test, vi } from "vitest";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { engaged } from "@/test/casts";
import {
  billingAfterMove,
  groupsOf,
  nextBilling,
  noEdits,
  withEdits,
  type CastEdits,
  type RoleType,
  type SavedMember,
} from "./cast";
import {
  conflictsOf,
  countOf,
  pendingEdits,
  withAdded,
  withoutConflicts,
  withPatches,
  withRemoved,
  withRestored,
  withSeen,
} from "./edits";
import { shownCast, withDates } from "./engagements";
import { newByName } from "./people-and-roles";
import { changesOf, guarded } from "./use-cast";

const elsa = { id: "elsa", name: "Elsa" };
function member(
  id: string,
  role_type: RoleType,
  billing_order: number | null,
  more: Partial<SavedMember> = {},
): SavedMember {
  return { id, person: { id: `person-${id}`, name: `Person ${id}` }, role: null, role_type, billing_order, ...more };
}
const seenOn = (...seen: string[]) => engaged(null, null, false, ...seen);
const left20March = engaged(null, "2026-03-20", false, "2026-03");

const saved = [member("a", "principal", 1, { role: elsa }), member("b", "principal", 2), member("c", "ensemble", null)];
const [a, b, c] = saved as [SavedMember, SavedMember, SavedMember];
const newPersonOrRole = newByName([]);
const newPlace = {
  ...{ person: newPersonOrRole("Zoë Smith"), role: newPersonOrRole("Anna"), role_type: "principal" as const },
  billing_order: 4,
};
/** The same after it was saved. */
const savedPlace = member("zoe-smith-run", "principal", 4, {
  person: { id: "zoe-smith", name: "Zoë Smith" },
  role: { id: "anna", name: "Anna" },
});

const patched = (id: string, patch: object, edits = noEdits) => withPatches(edits, saved, new Map([[id, patch]]));
const sent = (edits: CastEdits) => changesOf("run", edits);
const onlyAdded = (edits: CastEdits) => edits.added[0]?.id ?? expect.fail("Nothing was added.");

const d = member("d", "ensemble", null);
const seventh = { billing_order: 7 };

describe("the order of a cast", () => {
  test.each<[string, SavedMember[], RoleType, [from: number, to: number], object]>([
    ["a member who moves up takes the number of the one they pass", saved, "principal", [1, 0], { a: 2, b: 1 }],
    ["a group without numbers continues those above", [...saved, d], "ensemble", [1, 0], { d: 3, c: 4 }],
    [
      "a group below is renumbered where it would overlap",
      [a, member("b", "principal", null), member("c", "ensemble", 2)],
      "principal",
      [0, 1],
      { b: 1, a: 2, c: 3 },
    ],
    ["and not where it would not", [...saved, member("d", "swing", 9)], "principal", [0, 1], { b: 1, a: 2 }],
  ])("%s", (_what, members, type, [from, to], numbers) => {
    const groups = groupsOf(withEdits(members, noEdits));
    expect(Object.fromEntries(billingAfterMove(groups, type, from, to))).toEqual(numbers);
  });

  test("is by role type and billing; members without a number come last by name", () => {
    const named = (name: string, number: number | null) =>
      member(name, "ensemble", number, { person: { id: name, name } });
    const groups = groupsOf(withEdits([named("Zoë", 7), named("Ánn", null), named("Ben", null), b, a], noEdits));

    const ids = groups.slice(0, 2).map(({ members }) => members.map(({ id }) => id));
    expect(ids).toEqual([
      ["a", "b"],
      ["Zoë", "Ánn", "Ben"],
    ]);
  });

  test("gives an added principal the next number, other members none", () => {
    const members = withEdits(saved, noEdits);
    const numbers = [nextBilling(members, "principal"), nextBilling([], "principal"), nextBilling(members, "swing")];
    expect(numbers).toEqual([3, 1, null]);
  });
});

describe("a long cast", () => {
  const dated = (id: string, ...engagements: Engagement[]) => member(id, "principal", 1, { engagements });
  const cast = [
    dated("coming", engaged("2027-03-15", null)),
    dated("now", engaged(null, "2027-03-13")),
    dated("former", engaged("2020", "2021-06")),
    member("undated", "principal", 1),
  ];
  const shown = (members: readonly SavedMember[], asked: string | null, edits = noEdits) => {
    const { groups, here: _here, ...view } = shownCast(groupsOf(withEdits(members, edits)), "2026-11-25", asked);
    const ids = (part: "shown" | "former") => groups.flatMap((group) => group[part].map(({ id }) => id));
    return { ...view, shown: ids("shown"), former: ids("former") };
  };

  test("is sorted by date where the billing is the same, and former members are folded", () => {
    const everyone = { view: "everyone", counts: { today: 1, everyone: 4 } };
    expect(shown(cast, null)).toEqual({ ...everyone, shown: ["now", "coming", "undated"], former: ["former"] });
  });

  test("is that of today at first, with everything that is not saved", () => {
    const long = [...cast, ...Array.from({ length: 20 }, (_, index) => dated(`${index}`, engaged("2019", "2020")))];

    expect(shown(long, null)).toMatchObject({ view: "today", shown: ["now"], former: [] });
    expect(shown(long, null, withRemoved(noEdits, ["former"])).shown).toEqual(["now", "former"]);
    expect(shown(long, "everyone").former).toHaveLength(21);
  });

  test("has one view only while no one is known to be in it today", () => {
    expect(shown(saved, "today")).toMatchObject({ view: "everyone", counts: null });
  });
});

describe("the edits of a cast", () => {
  test("fields that someone else saves meanwhile are kept", () => {
    const edits = patched("a", { billing_order: 7 });
    const theirs = saved.map((one) => (one.id === "a" ? { ...one, role_type: "alternate" as const } : one));

    expect(withEdits(theirs, edits)[0]).toMatchObject({ role_type: "alternate", billing_order: 7 });
    expect(sent(edits)).toEqual([{ action: "update", resource: "cast-members", id: "a", data: { billing_order: 7 } }]);
  });

  test("a patch of an unsaved member becomes part of the addition", () => {
    const added = withAdded(noEdits, saved, [newPlace]);
    const edits = patched(onlyAdded(added), { billing_order: 9 }, added);

    expect(edits.added).toMatchObject([{ id: onlyAdded(added), billing_order: 9 }]);
    expect(countOf(edits)).toBe(1);
  });

  test("a role that is removed is sent as null", () => {
    const change = { action: "update", resource: "cast-members", id: "a", data: { role_id: null } };
    expect(sent(patched("a", { role: null }))).toEqual([change]);
  });

  test("a changed and removed member counts once, as a deletion; of several each is removed once", () => {
    const edits = withRemoved(patched("a", { billing_order: 9 }), ["a"]);

    expect([countOf(edits), sent(edits)]).toEqual([1, [{ action: "delete", resource: "cast-members", id: "a" }]]);
    expect(withRestored(edits, "a")).toMatchObject({ removed: [], changed: { a: { billing_order: 9 } } });
    expect(withRemoved(withRemoved(noEdits, ["b"]), ["a", "b"]).removed).toEqual(["b", "a"]);
    const added = withAdded(noEdits, saved, [newPlace]);
    expect(sent(withRemoved(added, [onlyAdded(added)]))).toEqual([]);
  });

  test("new people and roles are created once, before their parts, with placeholders for which the service makes ids", () => {
    const edits = withAdded(noEdits, saved, [newPlace, { ...newPlace, role: newPersonOrRole("Olaf") }]);
    const changes = sent(edits);

    const paths = ["people", "roles", "roles", "cast-members", "cast-members"];
    expect(changes.map(({ action, resource }) => [action, resource])).toEqual(paths.map((path) => ["create", path]));
    for (const { id } of changes) expect(id).toMatch(/^new:[\w-]+$/);
    expect(changes[3]).toMatchObject({ data: { person_id: changes[0]?.id, role_id: changes[1]?.id } });
  });

  test.each<[string, CastEdits, SavedMember[], CastEdits]>([
    ["that are saved", withRemoved(patched("a", seventh), ["b"]), [{ ...a, ...seventh }, c], noEdits],
    ["of members who are gone", withRemoved(patched("a", { billing_order: 9 }), ["b"]), [c], noEdits],
    ["of a new person, saved with any id", withAdded(noEdits, saved, [newPlace]), [...saved, savedPlace], noEdits],
    [
      "of a new namesake",
      withAdded(noEdits, [savedPlace], [newPlace]),
      [savedPlace, { ...savedPlace, id: "z" }],
      noEdits,
    ],
    [
      "of a new person in a changed place",
      patched("b", { person: newPlace.person }),
      [{ ...savedPlace, id: "b" }],
      noEdits,
    ],
  ])("%s are no edits any more", (_what, edits, now, left) => {
    expect(pendingEdits(edits, now)).toEqual(left);
  });

  test("that restore what is saved are none", () => {
    const edited = patched("a", { ...seventh, role: null });
    expect(patched("a", a, edited)).toEqual(noEdits);
    expect(pendingEdits(edited, saved)).toEqual(edited);
  });

  test("of two additions the unsaved one is left, and a new namesake of someone in the cast stays one", () => {
    const edits = withAdded(noEdits, saved, [newPlace, { ...newPlace, role_type: "swing" }]);
    expect(pendingEdits(edits, [...saved, savedPlace]).added).toMatchObject([{ role_type: "swing" }]);
    const namesake = withAdded(noEdits, [savedPlace], [newPlace]);
    expect(pendingEdits(namesake, [savedPlace])).toEqual(namesake);
  });
});

describe("the dates and covers of a cast", () => {
  test("are sent as the details of a member, without fields that did not change", () => {
    const engagements = [engaged("2026-03", null)];
    const [role, change] = sent(
      patched("a", { engagements, covers: [{ role: newPersonOrRole("Kristoff"), call_order: 1 }] }),
    );

    expect(role).toMatchObject({ action: "create", resource: "roles", data: { name: "Kristoff" } });
    const details = { engagements, covers: [{ role_id: role?.id, call_order: 1 }] };
    expect(change).toEqual({ action: "update", resource: "cast-members", id: "a", details });
    const added = sent(withAdded(noEdits, saved, [{ ...newPlace, engagements: [] }])).at(-1);
    expect(added).toMatchObject({ action: "create", details: { engagements: [] } });
  });

  test("are no edit when they are those that are saved, in any order and whether or not they are over", () => {
    const there = [{ ...a, engagements: [engaged(null, "2020"), engaged("2021", "2022", true)] }];
    const edit = (engagements: Engagement[]) => withPatches(noEdits, there, new Map([["a", { engagements }]]));

    expect(edit([engaged("2021", "2022"), engaged(null, "2020")])).toEqual(noEdits);
    expect(countOf(edit([engaged(null, "2020")]))).toBe(1);
    expect(countOf(edit([engaged(null, null, true)]))).toBe(1);
  });

  test.each<[string, Engagement[], Engagement[]]>([
    ["without dates", [], [seenOn("2026-03")]],
    ["whose days are not known", [engaged(null, null)], [seenOn("2026-03")]],
    ["of whom it is known", [seenOn("2026-01", "2026-03")], [seenOn("2026-01", "2026-03")]],
    ["who was seen later", [seenOn("2026-04")], [seenOn("2026-03", "2026-04")]],
    ["who had left and is back", [engaged(null, "2025")], [engaged(null, "2025"), seenOn("2026-03")]],
    ["who comes back", [engaged(null, "2026-03-20"), engaged("2027", null)], [left20March, engaged("2027", null)]],
  ])("have a day on which someone was seen %s", (_who, before, after) => {
    const patches = withDates(withEdits([{ ...a, engagements: before }], noEdits), "seen", "2026-03");
    expect(patches.get("a")).toEqual({ engagements: after });
  });

  test("that were given to an addition while it was saved are kept as a change of the saved member", () => {
    const added = withAdded(noEdits, saved, [newPlace]);
    const since = { engagements: [engaged("2026", null)], billing_order: 7 };

    const pending = pendingEdits(patched(onlyAdded(added), since, added), [...saved, savedPlace]);

    expect(pending).toEqual({ ...noEdits, changed: { [savedPlace.id]: since } });
    expect(pendingEdits(pending, [...saved, { ...savedPlace, ...since }])).toEqual(noEdits);
  });

  test("of a new role that is covered are no edit once it is saved", () => {
    const cover = { role: newPersonOrRole("Olaf"), call_order: null };
    const edits = patched("b", { covers: [cover] });
    const there = [a, { ...b, covers: [{ role: { id: "olaf", name: "Olaf" }, call_order: null }] }, c];

    expect(pendingEdits(edits, there)).toEqual(noEdits);
    const other = patched("b", { covers: [{ role: { id: "anna", name: "Anna" }, call_order: 1 }] });
    expect(pendingEdits(other, there)).not.toEqual(noEdits);
  });
});

describe("what another person has saved since the edits began", () => {
  const patches = new Map([
    ["a", { billing_order: 7, role_type: "alternate" as const }],
    ["b", { billing_order: 8 }],
  ]);
  const edits = withSeen(withRemoved(withPatches(noEdits, saved, patches), ["c"]), saved);

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
      { ...a, role: null },
      { ...b, billing_order: 8 },
    ];

    expect(conflictsOf(edits, theirs)).toEqual([]);
    expect(conflictsOf(withSeen({ ...edits, seen: {} }, [...theirs, { ...c, billing_order: 3 }]), theirs)).toEqual([]);
    expect(conflictsOf(withSeen(edits, theirs), [{ ...a, billing_order: 5 }, b, c])).toHaveLength(1);
  });

  test("is taken for the fields in conflict alone, and other edits stay", () => {
    const theirs = [{ ...a, billing_order: 5 }, b, { ...c, billing_order: 9 }];
    const left = pendingEdits(withoutConflicts(edits, conflictsOf(edits, theirs)), theirs);

    expect(left).toMatchObject({ changed: { a: { role_type: "alternate" }, b: { billing_order: 8 } }, removed: [] });
    expect(left.changed["a"]).not.toHaveProperty("billing_order");
  });

  test("is guarded against by the entity tags of the members", async () => {
    vi.stubGlobal("fetch", async (path: string) => new Response("{}", { headers: { ETag: path } }));
    const dated = withPatches(edits, saved, new Map([["b", { engagements: [engaged("2026")] }]]));
    expect(await guarded(sent(dated))).toMatchObject([
      { action: "delete", id: "c", if_match: "/api/cast-members/c" },
      { id: "a", if_match: "/api/cast-members/a", details_if_match: undefined },
      { id: "b", if_match: "/api/cast-members/b", details_if_match: "/api/cast-members/b/details" },
    ]);
    vi.unstubAllGlobals();
  });
});
