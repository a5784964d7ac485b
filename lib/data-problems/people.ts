import "server-only";
import type { CastMember } from "../cast-members/schema.ts";
import type { Person } from "../people/schema.ts";
import { groupBy, personNamed, type Data } from "./data.ts";
import type { DataProblem } from "./schema.ts";

/** People whose names are the same but for accents, case, spacing and punctuation. */
export function duplicatePeople({ people, castMembers }: Data): DataProblem[] {
  const parts = groupBy(castMembers, ({ person_id }) => person_id);
  return [...groupBy(people, (person) => bareName(person.name)).values()].flatMap((alike): DataProblem[] => {
    const [kept, ...others] = [...alike].sort(
      (a, b) => (parts.get(b.id)?.length ?? 0) - (parts.get(a.id)?.length ?? 0),
    );
    if (!kept || others.length === 0) return [];
    return [
      {
        rule: "duplicate-people",
        ...personNamed(kept),
        message: `${alike.length} people are called so: ${alike.map(({ name }) => name).join(", ")}.`,
        fields: ["name"],
        related: others.map(personNamed),
        fixes: merging(kept, others, parts),
      },
    ];
  });
}

/** What a name is without anything that two spellings of it may differ in. */
export function bareName(name: string): string {
  const bare = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  // A name of nothing but signs is like no other.
  return bare === "" ? name : bare;
}

/** None where both have the same part: then one of the two has to go first. */
function merging(kept: Person, others: Person[], parts: Map<string, CastMember[]>): DataProblem["fixes"] {
  const moved = others.flatMap(({ id }) => parts.get(id) ?? []);
  const assignments = [...(parts.get(kept.id) ?? []), ...moved].map(({ production_id, role_id, role_type }) =>
    JSON.stringify([production_id, role_id, role_type]),
  );
  if (new Set(assignments).size < assignments.length) return [];
  return [
    {
      label: `Make them one: ${kept.name}`,
      changes: [
        ...moved.map(({ id }) => ({
          action: "update" as const,
          resource: "cast-members",
          id,
          data: { person_id: kept.id },
        })),
        ...others.map(({ id }) => ({ action: "delete" as const, resource: "people", id })),
      ],
    },
  ];
}
