import "server-only";
import type { Person } from "../resources/people/schema.ts";
import { groupBy, personReference, type RuleData } from "./rule-data.ts";
import type { DataProblem } from "./schema.ts";

/**
 * People whose names differ only in accents, case, spacing and punctuation. The one with the most credits comes first.
 */
export function duplicatePeople({ people, castMembers }: RuleData): DataProblem[] {
  const credits = groupBy(castMembers, ({ person_id }) => person_id);
  const countOf = ({ id }: Person) => credits.get(id)?.length ?? 0;
  const named = (one: Person) => ({ ...personReference(one), detail: detailOf(one, countOf(one)) });
  return [...groupBy(people, (person) => normalizePersonName(person.name)).values()].flatMap((alike): DataProblem[] => {
    const [first, ...others] = [...alike].sort((a, b) => countOf(b) - countOf(a));
    if (!first || others.length === 0) return [];
    return [
      {
        rule: "duplicate-people",
        ...named(first),
        message: `${alike.length} people share this name.`,
        fields: ["name"],
        related: others.map(named),
        fixes: [],
        decisions: [
          { kind: "merge", label: "Merge…", resource: "people", record_ids: [first, ...others].map(({ id }) => id) },
        ],
      },
    ];
  });
}

const excerptLength = 60;

function detailOf({ bio, image }: Person, credits: number): string {
  const characters = [...(bio ?? "").replace(/\s+/g, " ")];
  const excerpt = characters.slice(0, excerptLength).join("").trimEnd();
  return [
    credits === 1 ? "1 credit" : `${credits} credits`,
    bio === null ? "no biography" : `“${excerpt}${characters.length > excerptLength ? "…" : ""}”`,
    ...(image === null ? [] : ["has an image"]),
  ].join(", ");
}

/** A name without the parts in which two spellings of it may differ. */
export function normalizePersonName(name: string): string {
  const bare = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  // A name of punctuation only has no bare form and matches only itself.
  return bare === "" ? name : bare;
}
