import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupsOf, nextBilling, noEdits, withEdits, type SavedMember } from "./cast";
import { changesOf } from "./cast-changes";
import { newByName } from "./people-and-roles";
import { countOf, pendingEdits, withAdded, withPatches, withRemoved, withRenamed, withRestored } from "./edits";

const saved: SavedMember[] = [1, 2, 3].map((place) => ({
  id: `m${place}`,
  person: { id: `p${place}`, name: `Person ${place}` },
  role: place === 1 ? { id: "elsa", name: "Elsa" } : null,
  role_type: "principal",
  billing_order: place,
}));

const newPersonOrRole = newByName([]);
const newPlace = {
  person: newPersonOrRole("Zoë Smith"),
  role: newPersonOrRole("Anna"),
  role_type: "principal" as const,
  billing_order: 4,
};
/** The same after it was saved. */
const savedPlace: SavedMember = {
  ...newPlace,
  id: "zoe-smith-run",
  person: { id: "zoe-smith", name: "Zoë Smith" },
  role: { id: "anna", name: "Anna" },
};

describe("the edits of a cast", () => {
  test("a patch of an unsaved member becomes part of the addition", () => {
    const added = withAdded(noEdits, [], [{ ...(saved[0] ?? expect.fail()), billing_order: null }]);
    const id = added.added[0]?.id ?? "";

    const edits = withPatches(added, saved, new Map([[id, { billing_order: 9 }]]));

    expect(edits.added).toMatchObject([{ id, billing_order: 9 }]);
    expect(countOf(edits)).toBe(1);
  });

  test("removing a role is an edit, sent as null", () => {
    const edits = withPatches(noEdits, saved, new Map([["m1", { role: null }]]));

    expect(edits.changed).toEqual({ m1: { role: null } });
    expect(changesOf("run", edits)).toEqual([
      { name: "A change", change: { action: "update", resource: "cast-members", id: "m1", data: { role_id: null } } },
    ]);
  });

  test("a changed and removed member counts once, as a deletion", () => {
    const edits = withRemoved(withPatches(noEdits, saved, new Map([["m1", { billing_order: 9 }]])), ["m1"]);

    expect(countOf(edits)).toBe(1);
    expect(changesOf("run", edits).map(({ change }) => change.action)).toEqual(["delete"]);
    expect(withRestored(edits, "m1")).toMatchObject({ removed: [], changed: { m1: { billing_order: 9 } } });
  });

  test("several members are removed at once, and each once", () => {
    const edits = withRemoved(withRemoved(noEdits, ["m2"]), ["m1", "m2"]);

    expect(edits.removed).toEqual(["m2", "m1"]);
  });

  test("a new person is renamed in every part; a saved one is not", () => {
    const ann = { id: "ann", name: "Ann", isNew: true };
    const place = { person: ann, role: null, role_type: "swing" as const, billing_order: null };
    const edits = withAdded(withPatches(noEdits, saved, new Map([["m1", { person: ann }]])), saved, [place]);

    const renamed = withRenamed(withRenamed(edits, "ann", "Anne"), "p2", "Nobody");

    expect(withEdits(saved, renamed).map(({ person }) => person.name)).toEqual([
      "Anne",
      "Person 2",
      "Person 3",
      "Anne",
    ]);
  });

  test("edits of members who are gone are dropped", () => {
    const edits = withRemoved(withPatches(noEdits, saved, new Map([["m1", { billing_order: 9 }]])), ["m2"]);

    expect(pendingEdits(edits, saved.slice(2))).toEqual(noEdits);
  });

  test("new people, roles and members are sent with placeholders, for which the service makes readable ids", () => {
    const edits = withAdded(noEdits, saved, [newPlace]);
    const [person, role, member] = changesOf("run", edits).map(({ change }) => change);

    expect([person?.id, role?.id, member?.id]).toEqual(Array<unknown>(3).fill(expect.stringMatching(/^new:[\w-]+$/)));
    expect(member).toMatchObject({ data: { person_id: person?.id, role_id: role?.id } });
  });

  test("a saved member is no longer an addition, with any id that the service made", () => {
    const edits = withAdded(noEdits, saved, [newPlace, { ...newPlace, role_type: "swing" }]);

    expect(pendingEdits(edits, [...saved, savedPlace]).added).toMatchObject([{ role_type: "swing" }]);
  });

  test("a new namesake of someone in the cast stays an addition", () => {
    const edits = withAdded(noEdits, [savedPlace], [newPlace]);

    expect(pendingEdits(edits, [savedPlace])).toEqual(edits);
    expect(pendingEdits(edits, [savedPlace, { ...savedPlace, id: "later" }])).toEqual(noEdits);
  });

  test("a new person who has been saved in a changed place is no change any more", () => {
    const edits = withPatches(noEdits, saved, new Map([["m1", { person: newPlace.person }]]));

    expect(pendingEdits(edits, saved)).toEqual(edits);
    expect(pendingEdits(edits, [{ ...savedPlace, id: "m1" }])).toEqual(noEdits);
  });

  test("patches that restore every field leave no edit", () => {
    const patch = fc.record(
      {
        role: fc.constantFrom(null, { id: "elsa", name: "Elsa" }, { id: "anna", name: "Anna" }),
        role_type: fc.constantFrom("principal" as const, "swing" as const),
        billing_order: fc.option(fc.integer({ min: 1, max: 5 })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("m1", "m2", "m3"), patch)), (patches) => {
        const edited = patches.reduce((edits, one) => withPatches(edits, saved, new Map([one])), noEdits);
        const back = withPatches(edited, saved, new Map(saved.map((member) => [member.id, member])));
        expect(back).toEqual(noEdits);
        expect(pendingEdits(edited, saved)).toEqual(edited);
        expect(withEdits(saved, edited).map(({ id }) => id)).toEqual(saved.map(({ id }) => id));
      }),
    );
  });
});

describe("the groups of a cast", () => {
  test("are ordered by role type and billing; members without a number come last by name", () => {
    const others = ["Zoë", "Ánn", "Ben"].map((name, index) => ({
      id: name,
      person: { id: name, name },
      role: null,
      role_type: "ensemble" as const,
      billing_order: index === 0 ? 7 : null,
    }));

    const groups = groupsOf(withEdits([...others, ...saved.toReversed()], noEdits));

    expect(groups.slice(0, 2).map(({ members }) => members.map(({ id }) => id))).toEqual([
      ["m1", "m2", "m3"],
      ["Zoë", "Ánn", "Ben"],
    ]);
  });

  test("added principals get the next number, other members none", () => {
    const members = withEdits(saved, noEdits);
    expect([nextBilling(members, "principal"), nextBilling([], "principal"), nextBilling(members, "swing")]).toEqual([
      4,
      1,
      null,
    ]);
  });
});

describe("the dates and covers of a cast", () => {
  const engagementOf = (from: string | null, to: string | null, ended = false) => ({ from, to, ended, note: null });
  const anna = { id: "anna", name: "Anna" };

  test("are sent as the details of a member, without fields that did not change", () => {
    const covers = [{ role: newPersonOrRole("Kristoff"), call_order: 1 }];
    const edits = withPatches(
      noEdits,
      saved,
      new Map([["m1", { engagements: [engagementOf("2026-03", null)], covers }]]),
    );
    const [role, change] = changesOf("run", edits).map((one) => one.change);

    expect(role).toMatchObject({ action: "create", resource: "roles", data: { name: "Kristoff" } });
    expect(change).toEqual({
      action: "update",
      resource: "cast-members",
      id: "m1",
      details: { engagements: [engagementOf("2026-03", null)], covers: [{ role_id: role?.id, call_order: 1 }] },
    });
    expect(
      changesOf("run", withAdded(noEdits, saved, [{ ...newPlace, engagements: [] }])).at(-1)?.change,
    ).toMatchObject({ action: "create", details: { engagements: [] } });
  });

  test("are no edit when they are those that are saved, in any order and whether or not they are over", () => {
    const there = [
      { ...(saved[0] ?? expect.fail()), engagements: [engagementOf(null, "2020"), engagementOf("2021", "2022", true)] },
    ];
    const drafted = [engagementOf("2021", "2022"), engagementOf(null, "2020")];

    expect(withPatches(noEdits, there, new Map([["m1", { engagements: drafted }]]))).toEqual(noEdits);
    expect(countOf(withPatches(noEdits, there, new Map([["m1", { engagements: drafted.slice(1) }]])))).toBe(1);
    expect(
      countOf(withPatches(noEdits, there, new Map([["m1", { engagements: [engagementOf(null, null, true)] }]]))),
    ).toBe(1);
  });

  test("that were given to an addition while it was saved are kept as a change of the saved member", () => {
    const added = withAdded(noEdits, saved, [newPlace]);
    const id = added.added[0]?.id ?? "";
    const since = withPatches(
      added,
      saved,
      new Map([[id, { engagements: [engagementOf("2026", null)], billing_order: 7 }]]),
    );

    const pending = pendingEdits(since, [...saved, savedPlace]);

    expect(pending).toEqual({
      ...noEdits,
      changed: { [savedPlace.id]: { engagements: [engagementOf("2026", null)], billing_order: 7 } },
    });
    expect(pendingEdits(pending, [...saved, { ...savedPlace, ...pending.changed[savedPlace.id] }])).toEqual(noEdits);
  });

  test("of a new role that is covered follow its name, and are no edit once it is saved", () => {
    const cover = { role: newPersonOrRole("Olaf"), call_order: null };
    const edits = withRenamed(
      withPatches(noEdits, saved, new Map([["m2", { covers: [cover] }]])),
      cover.role.id,
      "Olaf the snowman",
    );
    const there = saved.map((one) => ({
      ...one,
      covers: one.id === "m2" ? [{ role: { id: "olaf", name: "Olaf the snowman" }, call_order: null }] : [],
    }));

    expect(edits.changed["m2"]?.covers?.[0]?.role.name).toBe("Olaf the snowman");
    expect(pendingEdits(edits, there)).toEqual(noEdits);
    expect(
      pendingEdits(withPatches(noEdits, saved, new Map([["m2", { covers: [{ role: anna, call_order: 1 }] }]])), there),
    ).not.toEqual(noEdits);
  });
});
