import { expect, test } from "vitest";
import castMembers from "../../../prisma/seed/cast_members.json";
import people from "../../../prisma/seed/people.json";
import roles from "../../../prisma/seed/roles.json";
import { guessOrders, orient } from "./match-rows";
import { peopleByName } from "../people-and-roles";
import { readCastList } from "./read-cast-list";

const find = peopleByName(people);
const isPerson = (name: string) => find(name).same.length > 0;
const known = { isPerson, isRole: () => false };
const withRole = castMembers.filter(({ role_id }) => role_id !== null);
/** Of two roles one may have the name of a person who is known: no one can tell that from a list of four people. */
const isClear = (cast: typeof withRole) =>
  cast.length > 3 || !cast.some(({ role_id }) => isPerson(roles.find(({ id }) => id === role_id)?.name ?? ""));
const casts = [...new Set(withRole.map(({ production_id }) => production_id))]
  .map((production) => withRole.filter(({ production_id }) => production_id === production))
  .filter(isClear);

test.each<[string, (part: Record<"person" | "role", string>) => string]>([
  ["Name – Role", ({ person, role }) => `${person} – ${role}`],
  ["Role – Name", ({ person, role }) => `${role} – ${person}`],
  ["Role ..... Name", ({ person, role }) => `${role} ..... ${person}`],
  ["Name as Role", ({ person, role }) => `${person} as ${role}`],
  ["Name (Role)", ({ person, role }) => `${person} (${role})`],
  ["Role and Name in columns", ({ person, role }) => `${role}    ${person}`],
  ["Name and Role in a table", ({ person, role }) => `${person}\t${role}`],
  ["Name above Role", ({ person, role }) => `${person}\n${role}`],
  ["Role above Name", ({ person, role }) => `${role}\n${person}\n`],
])("every cast of the dataset is read from %s", (_format, write) => {
  for (const cast of casts) {
    const parts = cast.map(({ person_id, role_id }) => ({
      person: people.find(({ id }) => id === person_id)?.name ?? expect.fail(),
      role: roles.find(({ id }) => id === role_id)?.name ?? expect.fail(),
    }));

    const list = readCastList(parts.map(write).join("\n"), known);
    const orders = guessOrders(list, known);

    expect(list.rows.map((row) => orient(row, orders))).toEqual(parts);
  }
  expect(casts.length).toBeGreaterThan(0);
});

test("everyone of the dataset with ff, fi or fl is known when a PDF file writes it as one character", () => {
  const ligatures = { ffi: "ﬃ", ffl: "ﬄ", ff: "ﬀ", fi: "ﬁ", fl: "ﬂ" };
  const joined = (name: string) => name.replace(/ffi|ffl|ff|fi|fl/g, (two) => ligatures[two as keyof typeof ligatures]);
  const changed = people.filter(({ name }) => joined(name) !== name);
  const text = changed.map(({ name }) => `${joined(name)} – Oﬃcer \u202aSo\u00adﬁa\u202c`).join("\n");

  const { rows } = readCastList(text, known);

  expect(rows.map(({ first }) => find(first).same.map(({ name }) => name))).toEqual(changed.map(({ name }) => [name]));
  // A new record would be stored as it is typed.
  expect(new Set(rows.map(({ second }) => second))).toEqual(new Set(["Officer Sofia"]));
  expect(changed.length).toBeGreaterThan(0);
});
