import "server-only";
import { nameKey } from "../../listings/search/matching.browser.ts";
import { ruleOn, type RuleContext, type KnownProduction, type KnownRecords, type RuleTable } from "./rule.ts";
import { counted } from "./terms.browser.ts";

type MergeablePath = "people" | "shows" | "theatres" | "roles";

interface Mergeable<Record> {
  plural: string;
  /** How many records refer to it: the one with the most comes first. */
  countOf(record: Record, context: RuleContext): number;
  /** What distinguishes it from its namesakes. */
  detailOf(record: Record, count: number, context: RuleContext): string[];
  productionsOf(record: Record, context: RuleContext): readonly KnownProduction[];
}

export const duplicateRules = {
  /** People, shows or theatres of which a name or another name is the same but for accents, case and punctuation. */
  "duplicate-people": duplicates("people", {
    plural: "people",
    countOf: ({ id }, { where }) => where("cast-members", "person_id", id).length,
    detailOf: (person, credits) => [
      counted(credits, "credit"),
      biographyOf(person.bio),
      ...(person.image === null ? [] : ["has an image"]),
    ],
    productionsOf: ({ id }, { where, find }) =>
      where("cast-members", "person_id", id).flatMap(({ production_id }) => find("productions", production_id) ?? []),
  }),

  "duplicate-shows": duplicates("shows", {
    plural: "shows",
    countOf: ({ id }, { where }) => where("productions", "show_id", id).length,
    detailOf: ({ type }, count) => [counted(count, "production"), type],
    productionsOf: ({ id }, { where }) => where("productions", "show_id", id),
  }),

  "duplicate-theatres": duplicates("theatres", {
    plural: "theatres",
    countOf: ({ id }, { where }) => where("productions", "theatre_id", id).length,
    detailOf: ({ address }, count) => [counted(count, "production"), address ?? "no address"],
    productionsOf: ({ id }, { where }) => where("productions", "theatre_id", id),
  }),

  /** Roles of one production. */
  "duplicate-roles": duplicates("roles", {
    plural: "roles of one production",
    countOf: ({ id }, { where }) => where("cast-members", "role_id", id).length,
    detailOf: ({ production_id }, count, context) => [
      counted(count, "cast member"),
      nameOfProduction(production_id, context),
    ],
    productionsOf: ({ production_id }, { find }) => [find("productions", production_id) ?? []].flat(),
  }),
} satisfies RuleTable;

function duplicates<P extends MergeablePath>(path: P, mergeable: Mergeable<KnownRecords[P]>) {
  return ruleOn(path, (record, context) => {
    const ids = context.namesakes[path].get(record.id);
    if (!ids) return null;
    const countOf = (one: KnownRecords[P]) => mergeable.countOf(one, context);
    const alike = ids
      .flatMap((id) => context.find(path, id) ?? [])
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
      related: others.map((other) => ({ ...context.referenceTo(path, other.one), detail: detail(other) })),
      decisions: [{ kind: "merge", label: "Merge…", resource: path, record_ids: alike.map(({ one }) => one.id) }],
      facts: alike.map(({ one }) => [one.id, one.name, one.aliases]).sort(),
      productions: alike.flatMap(({ one }) => mergeable.productionsOf(one, context)),
      theatres: path === "theatres" ? alike.flatMap(({ one }) => context.find("theatres", one.id) ?? []) : [],
    };
  });
}

const excerptLength = 60;

function biographyOf(bio: string | null): string {
  if (bio === null) return "no biography";
  const characters = [...bio.replace(/\s+/g, " ")];
  const excerpt = characters.slice(0, excerptLength).join("").trimEnd();
  return `“${excerpt}${characters.length > excerptLength ? "…" : ""}”`;
}

function nameOfProduction(id: string, context: RuleContext): string {
  const production = context.find("productions", id);
  return production ? context.referenceTo("productions", production).name : id;
}
