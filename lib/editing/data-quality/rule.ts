import "server-only";
import type { Documents } from "../../catalogue/definition.ts";
import type { RecordSources } from "../../records/schema.browser.ts";
import { nameRecord } from "../../records/terms.browser.ts";
import { isWithin, runOfProduction } from "../../resources/cast-members/presence.browser.ts";
import { resourceViews } from "../../resources/resource-views.browser.ts";
import type { DataDecision, DataProblem } from "./schema.browser.ts";
import type { ProblemRule } from "./terms.browser.ts";
import type { z } from "zod";
import type { castMemberDetails, CastMember } from "../../resources/cast-members/schema.browser.ts";
import type { crewMemberDetails, CrewMember } from "../../resources/crew-members/schema.browser.ts";
import type { Person, personDetails } from "../../resources/people/schema.browser.ts";
import type { Production, productionDetails } from "../../resources/productions/schema.browser.ts";
import type { Role, roleDetails } from "../../resources/roles/schema.browser.ts";
import type { Show, showDetails } from "../../resources/shows/schema.browser.ts";
import type { Theatre, theatreDetails } from "../../resources/theatres/schema.browser.ts";
import { nameKey } from "../../listings/search/matching.browser.ts";
import { createYielder } from "../../core/yielding.ts";

type StoredRecord = Documents & { readonly id: string };

/** What the rules need of the catalogue. */
export interface RuleReader {
  readonly today: string;
  list(path: KnownPath): Iterable<StoredRecord>;
  row(path: KnownPath, id: string): StoredRecord | undefined;
  where(path: KnownPath, field: string, value: string): Iterable<StoredRecord>;
}

/** The records as the rules see them, as of a day. */
export interface RuleContext {
  /** The day in London, whose calendar listings follow. */
  readonly today: string;
  readonly namesakes: Namesakes;
  list<P extends KnownPath>(path: P): Iterable<KnownRecords[P]>;
  find<P extends KnownPath>(path: P, id: string | null): KnownRecords[P] | undefined;
  /** The records that refer to another one, in the order of their ids. @param field a reference. */
  where<P extends KnownPath>(path: P, field: keyof KnownRecords[P] & string, id: string): readonly KnownRecords[P][];
  /** Whether the production runs today, previews included (contract §13). */
  isRunning(production: KnownProduction): boolean;
  /** How a problem refers to a record. */
  referenceTo(path: KnownPath, record: { readonly id: string }): DataProblem["related"][number];
}

export async function createRuleContext(read: RuleReader): Promise<RuleContext> {
  const known = new Map<StoredRecord, KnownRecords[KnownPath]>();
  const knownOf = <P extends KnownPath>(row: StoredRecord): KnownRecords[P] => {
    let record = known.get(row);
    // The schemas parsed the fields when they were written.
    if (!record) known.set(row, (record = { ...row.record, ...row.details, ...row.sources } as KnownRecords[P]));
    return record as KnownRecords[P];
  };
  function* list<P extends KnownPath>(path: P): Iterable<KnownRecords[P]> {
    for (const row of read.list(path)) yield knownOf(row);
  }
  const find = <P extends KnownPath>(path: P, id: string | null) => {
    const row = id === null ? undefined : read.row(path, id);
    return row && knownOf<P>(row);
  };
  return {
    today: read.today,
    list,
    find,
    where: <P extends KnownPath>(path: P, field: string, id: string) =>
      [...read.where(path, field, id)].sort((a, b) => (a.id < b.id ? -1 : 1)).map((row) => knownOf<P>(row)),
    isRunning: (production) => isWithin(runOfProduction(production), read.today),
    referenceTo: (resource, record) => ({
      ...{ resource, record_id: record.id },
      name: nameRecord(resourceViews, resource, { ...record }, (path, id) => find(path, id)),
    }),
    namesakes: {
      people: await findNamesakes(list("people")),
      shows: await findNamesakes(list("shows")),
      theatres: await findNamesakes(list("theatres"), { mayBeOne: mayBeOneHouse }),
      roles: await findNamesakes(list("roles"), { scopeOf: ({ production_id }) => production_id }),
    },
  };
}

/** Houses inherit names: the Trafalgar Theatre of 1894 is not the one of today. */
function mayBeOneHouse({ postcode }: KnownTheatre, other: KnownTheatre): boolean {
  return postcode === null || other.postcode === null || postcode === other.postcode;
}

/** Asks for the values of fields. @param known what limits them, or is suggested. */
export function fieldsDecision(
  label: string,
  resource: KnownPath,
  record_id: string,
  fields: string[],
  known: Partial<Pick<FieldsDecision, "suggested" | "reason" | "earliest" | "latest">> = {},
): FieldsDecision {
  return { kind: "fields", label, resource, record_id, fields, ...known };
}

type FieldsDecision = Extract<DataDecision, { kind: "fields" }>;

/** Leads to the page of a production. @param place of its cast, its creative team or its week. */
export function castDecision(label: string, id: string, place = "#cast") {
  return { kind: "cast" as const, label, address: `/dashboard/productions/${encodeURIComponent(id)}${place}` };
}

export interface Finding extends Partial<Pick<DataProblem, "detail" | "fields" | "related" | "fixes" | "decisions">> {
  message: string;
  /** The values that make the problem: a snooze ends when they change. */
  facts: readonly unknown[];
  /** The productions and theatres concerned. A theatre or a production concerns itself. */
  productions?: readonly KnownProduction[];
  theatres?: readonly KnownTheatre[];
}

/** Finds one kind of problem, record by record, so that the caller can yield to the event loop between them. */
export interface Rule {
  readonly resource: KnownPath;
  check(context: RuleContext): Iterable<{ record: KnownRecords[KnownPath]; finding: Finding | null }>;
}

/** Rules by their names; several where the same is looked for in several resources. */
export type RuleTable = { readonly [Name in ProblemRule]?: Rule | readonly Rule[] };

/** @param find the finding about a record; null when it has no such problem. */
export function ruleOn<P extends KnownPath>(
  resource: P,
  find: (record: KnownRecords[P], context: RuleContext) => Finding | null,
): Rule {
  return {
    resource,
    *check(context) {
      for (const record of context.list(resource)) yield { record, finding: find(record, context) };
    },
  };
}

export type ReadSource = Pick<RecordSources["sources"][number], "field" | "read_on">;

type Known<Record, Details extends z.ZodType> = Record & z.infer<Details> & { sources: readonly ReadSource[] };

type KnownTheatre = Known<Theatre, typeof theatreDetails>;
export type KnownProduction = Known<Production, typeof productionDetails>;
export type KnownCastMember = Known<CastMember, typeof castMemberDetails>;

/** The records that the rules check, by the paths of their resources. */
export interface KnownRecords {
  readonly shows: Known<Show, typeof showDetails>;
  readonly theatres: KnownTheatre;
  readonly people: Known<Person, typeof personDetails>;
  readonly roles: Known<Role, typeof roleDetails>;
  readonly productions: KnownProduction;
  readonly "cast-members": KnownCastMember;
  readonly "crew-members": Known<CrewMember, typeof crewMemberDetails>;
}

export type KnownPath = keyof KnownRecords;

/** The ids of records that share a name, by the id of each of them. Records without namesakes have no entry. */
type NamesakeGroups = ReadonlyMap<string, readonly string[]>;
type Namesakes = { readonly [P in "people" | "shows" | "theatres" | "roles"]: NamesakeGroups };

type Named = Pick<KnownRecords["people"], "id" | "name" | "aliases">;

/**
 * Groups records of which a name or another name folds to the same text. Two records also belong together when a third
 * one has a name of each.
 */
async function findNamesakes<Item extends Named>(
  items: Iterable<Item>,
  {
    scopeOf = () => "",
    mayBeOne = () => true,
  }: {
    /** Only records of one scope can be namesakes. */
    scopeOf?: (item: Item) => string;
    /** Asked where the text is another name of at least one of the two. */
    mayBeOne?: (one: Item, other: Item) => boolean;
  } = {},
): Promise<NamesakeGroups> {
  const turn = createYielder();
  const groupOf = new Map<string, string[]>();
  const bearersOf = new Map<string, { item: Item; isAlias: boolean }[]>();
  for (const item of items) {
    groupOf.set(item.id, [item.id]);
    const names = [{ name: item.name, isAlias: false }, ...item.aliases.map(({ name }) => ({ name, isAlias: true }))];
    for (const { name, isAlias } of names) {
      const key = `${scopeOf(item)}\n${nameKey(name)}`;
      const bearers = bearersOf.get(key) ?? [];
      bearersOf.set(key, bearers);
      const alike = bearers.filter((other) => !(isAlias || other.isAlias) || mayBeOne(item, other.item));
      for (const { item: other } of alike) {
        const [joining = [], group = []] = [groupOf.get(item.id), groupOf.get(other.id)];
        if (joining === group) continue;
        for (const id of joining) groupOf.set(id, group);
        group.push(...joining);
      }
      // One of each group is enough, so that a thousand namesakes are not compared with each other.
      if (!alike.some((other) => other.isAlias === isAlias)) bearers.push({ item, isAlias });
    }
    await turn();
  }
  for (const group of new Set(groupOf.values())) group.sort();
  return new Map([...groupOf].filter(([, { length }]) => length > 1));
}
