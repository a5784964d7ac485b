import "server-only";
import { nameRecord } from "../../records/terms.browser.ts";
import { runOfProduction } from "../../resources/cast-members/presence.browser.ts";
import { resourceViews } from "../../resources/resource-views.browser.ts";
import { createYielder } from "../../core/yielding.ts";
import { findNamesakes, type Namesakes } from "./namesakes.ts";
import type { KnownCastMember, KnownProduction, KnownTheatre, RuleData } from "./rule-data.ts";

type Path = keyof RuleData;
type ById = { readonly [P in Path]: ReadonlyMap<string, RuleData[P][number]> };
type Grouped<Item> = ReadonlyMap<string, readonly Item[]>;

/** The data with the indexes that the rules need, as of a day. */
export interface RuleContext {
  readonly data: RuleData;
  /** The day in London, whose calendar listings follow. */
  readonly today: string;
  readonly byId: ById;
  readonly productionsOf: { readonly show: Grouped<KnownProduction>; readonly theatre: Grouped<KnownProduction> };
  readonly castMembersOf: {
    readonly production: Grouped<KnownCastMember>;
    readonly person: Grouped<KnownCastMember>;
    readonly role: Grouped<KnownCastMember>;
  };
  readonly namesakes: Namesakes;
}

/** Indexes the data without blocking the event loop. */
export async function createRuleContext(data: RuleData, today: string): Promise<RuleContext> {
  const { shows, theatres, people, roles, productions, "cast-members": castMembers } = data;
  const idOf = ({ id }: { id: string }) => id;
  return {
    data,
    today,
    byId: {
      shows: await indexBy(shows, idOf),
      theatres: await indexBy(theatres, idOf),
      people: await indexBy(people, idOf),
      roles: await indexBy(roles, idOf),
      productions: await indexBy(productions, idOf),
      "cast-members": await indexBy(castMembers, idOf),
    },
    productionsOf: {
      show: await groupBy(productions, ({ show_id }) => show_id),
      theatre: await groupBy(productions, ({ theatre_id }) => theatre_id),
    },
    castMembersOf: {
      production: await groupBy(castMembers, ({ production_id }) => production_id),
      person: await groupBy(castMembers, ({ person_id }) => person_id),
      role: await groupBy(castMembers, ({ role_id }) => role_id),
    },
    namesakes: {
      people: await findNamesakes(people),
      shows: await findNamesakes(shows),
      theatres: await findNamesakes(theatres, { mayBeOne: mayBeOneHouse }),
      roles: await findNamesakes(roles, { scopeOf: ({ production_id }) => production_id }),
    },
  };
}

/** Whether the production runs today, previews included (contract §13). */
export function isRunning(production: KnownProduction, { today }: Pick<RuleContext, "today">): boolean {
  const { first, last } = runOfProduction(production);
  return first <= today && (last === null || today <= last);
}

/** Houses inherit names: the Trafalgar Theatre of 1894 is not the one of today. */
function mayBeOneHouse({ postcode }: KnownTheatre, other: KnownTheatre): boolean {
  return postcode === null || other.postcode === null || postcode === other.postcode;
}

/** How a problem refers to a record. */
export function referenceTo(
  { byId }: Pick<RuleContext, "byId">,
  resource: Path,
  record: { readonly id: string },
): { resource: Path; record_id: string; name: string } {
  const name = nameRecord(resourceViews, resource, { ...record }, (path, id) => byId[path].get(id));
  return { resource, record_id: record.id, name };
}

async function indexBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Promise<Map<string, Item>> {
  const turn = createYielder();
  const index = new Map<string, Item>();
  for (const item of items) {
    index.set(keyOf(item), item);
    await turn();
  }
  return index;
}

/** Items without a key are left out. */
async function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null,
): Promise<Map<string, Item[]>> {
  const turn = createYielder();
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
    await turn();
  }
  return groups;
}
