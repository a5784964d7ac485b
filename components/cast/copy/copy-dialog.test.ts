import { describe, expect, test } from "vitest";
import { noEdits, withEdits, type SavedMember } from "../cast";
import { copiedRows } from "./copy-dialog";

const elsa = { id: "their-elsa", name: "Elsa" };
const billed = { role: elsa, role_type: "principal" as const, billing_order: 1 };
const ann: SavedMember = { ...billed, id: "m1", person: { id: "ann", name: "Ann" } };
const ben: SavedMember = { ...ann, id: "m2", person: { id: "ben", name: "Ben" }, role: null, billing_order: 2 };
const swing = { role_type: "swing" as const, billing_order: null };
const cat: SavedMember = { ...ann, ...swing, id: "m3", person: { id: "cat", name: "Cat" } };

describe("a copied cast", () => {
  test("keeps people, types and billing order", () => {
    const copied = copiedRows([ann, ben, cat], { roles: [], members: [] }).map(({ place }) => place);

    expect(copied.map(({ person, role_type, billing_order }) => [person.id, role_type, billing_order])).toEqual([
      ["ann", "principal", 1],
      ["ben", "principal", 2],
      ["cat", "swing", null],
    ]);
  });

  test("gets one new role for each name, or the production's own of that name", () => {
    const roleOf = (roles: { id: string; name: string }[]) =>
      copiedRows([ann, ben, cat], { roles, members: [] }).map(({ place }) => place.role);

    const [first, none, again] = roleOf([]);
    expect(first).toMatchObject({ name: "Elsa", isNew: true });
    expect(first?.id).not.toBe(elsa.id);
    expect(none).toBeNull();
    expect(again).toBe(first);
    expect(roleOf([{ id: "our-elsa", name: "ELSA" }])[0]).toEqual({ id: "our-elsa", name: "ELSA" });
  });

  test("follows the billing of those who are in the cast, and leaves out who has the part already", () => {
    const dan: SavedMember = { ...ann, id: "d", person: { id: "dan", name: "Dan" }, role: null, billing_order: 4 };
    const members = withEdits([dan, { ...ben, id: "ours", billing_order: 3 }], noEdits);

    const copied = copiedRows([ann, ben], { roles: [], members });

    expect(copied.map(({ place }) => place.billing_order)).toEqual([5, 6]);
    expect(copied.map(({ obstacle }) => obstacle)).toEqual([null, "Already in the cast"]);
  });

  test("has each part once, also when two roles of one name become one", () => {
    const twin = { ...ann, id: "m4", role: { id: "other-elsa", name: "elsa" } };

    expect(copiedRows([ann, twin], { roles: [], members: [] })[1]?.obstacle).toBe("Same as a row above");
  });
});
