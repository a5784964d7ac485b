import "server-only";
import { nameKey } from "../../listings/search/matching.browser.ts";
import { ruleOn, type Rule } from "./rule.ts";
import { referenceTo, type RuleContext } from "./rule-context.ts";
import type { KnownPerson, KnownProduction, RuleData } from "./rule-data.ts";

type MergeablePath = "people" | "shows" | "theatres" | "roles";

interface Mergeable<Record> {
  plural: string;
  /** How many records refer to it: the one with the most comes first. */
  countOf(record: Record, context: RuleContext): number;
  /** What distinguishes it from its namesakes. */
  detailOf(record: Record, count: number, context: RuleContext): string[];
  productionsOf(record: Record, context: RuleContext): readonly KnownProduction[];
}

/** People, shows or theatres of which a name or another name is the same but for accents, case and punctuation. */
export const duplicatePeople = duplicates("people", {
  plural: "people",
  countOf: ({ id }, { castMembersOf }) => castMembersOf.person.get(id)?.length ?? 0,
  detailOf: (person, credits) => [
    counted(credits, "credit"),
    biographyOf(person),
    ...(person.image === null ? [] : ["has an image"]),
  ],
  productionsOf: ({ id }, { castMembersOf, byId }) =>
    (castMembersOf.person.get(id) ?? []).flatMap(({ production_id }) => byId.productions.get(production_id) ?? []),
});

export const duplicateShows = duplicates("shows", {
  plural: "shows",
  countOf: ({ id }, { productionsOf }) => productionsOf.show.get(id)?.length ?? 0,
  detailOf: ({ type }, count) => [counted(count, "production"), type],
  productionsOf: ({ id }, { productionsOf }) => productionsOf.show.get(id) ?? [],
});

export const duplicateTheatres = duplicates("theatres", {
  plural: "theatres",
  countOf: ({ id }, { productionsOf }) => productionsOf.theatre.get(id)?.length ?? 0,
  detailOf: ({ address }, count) => [counted(count, "production"), address ?? "no address"],
  productionsOf: ({ id }, { productionsOf }) => productionsOf.theatre.get(id) ?? [],
});

/** Roles of one production. */
export const duplicateRoles = duplicates("roles", {
  plural: "roles of one production",
  countOf: ({ id }, { castMembersOf }) => castMembersOf.role.get(id)?.length ?? 0,
  detailOf: ({ production_id }, count, { byId, ...context }) => [
    counted(count, "cast member"),
    nameOfProduction(production_id, { byId, ...context }),
  ],
  productionsOf: ({ production_id }, { byId }) => [byId.productions.get(production_id) ?? []].flat(),
});

function duplicates<P extends MergeablePath>(path: P, mergeable: Mergeable<RuleData[P][number]>): Rule {
  return ruleOn(path, (record, context) => {
    const ids = context.namesakes[path].get(record.id);
    if (!ids) return null;
    const byId: ReadonlyMap<string, RuleData[P][number]> = context.byId[path];
    const countOf = (one: RuleData[P][number]) => mergeable.countOf(one, context);
    const alike = ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((one) => ({ one, count: countOf(one) }))
      .toSorted((a, b) => b.count - a.count);
    const [first, ...others] = alike;
    if (first?.one.id !== record.id) return null;
    const isSame = new Set(alike.map(({ one }) => nameKey(one.name))).size === 1;
    const detail = ({ one, count }: (typeof alike)[number]) => mergeable.detailOf(one, count, context).join(", ");
    return {
      message: `${alike.length} ${mergeable.plural} share ${isSame ? "this name" : "a name or another name"}.`,
      fields: ["name"],
      detail: detail(first),
      related: others.map((other) => ({ ...referenceTo(context, path, other.one), detail: detail(other) })),
      decisions: [{ kind: "merge", label: "Merge…", resource: path, record_ids: alike.map(({ one }) => one.id) }],
      facts: alike.map(({ one }) => [one.id, one.name, one.aliases]).sort(),
      productions: alike.flatMap(({ one }) => mergeable.productionsOf(one, context)),
      theatres: path === "theatres" ? alike.flatMap(({ one }) => context.byId.theatres.get(one.id) ?? []) : [],
    };
  });
}

const excerptLength = 60;

function biographyOf({ bio }: KnownPerson): string {
  if (bio === null) return "no biography";
  const characters = [...bio.replace(/\s+/g, " ")];
  const excerpt = characters.slice(0, excerptLength).join("").trimEnd();
  return `“${excerpt}${characters.length > excerptLength ? "…" : ""}”`;
}

function nameOfProduction(id: string, context: RuleContext): string {
  const production = context.byId.productions.get(id);
  return production ? referenceTo(context, "productions", production).name : id;
}

function counted(count: number, term: string): string {
  return `${count} ${term}${count === 1 ? "" : "s"}`;
}
