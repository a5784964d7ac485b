import "server-only";
import { nameRecord } from "../resource/terms.ts";
import type { CastMember } from "../resources/cast-members/schema.ts";
import type { Person } from "../resources/people/schema.ts";
import type { Production } from "../resources/productions/schema.ts";
import type { Show } from "../resources/shows/schema.ts";
import { nouns } from "../resources/nouns.ts";
import type { Theatre } from "../resources/theatres/schema.ts";

/** The records that the rules check. */
export interface RuleData {
  shows: readonly Show[];
  theatres: readonly Theatre[];
  people: readonly Person[];
  productions: readonly Production[];
  castMembers: readonly CastMember[];
}

/** Groups items by `keyOf`, in order of each key's first occurrence. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** How a problem refers to a record. */
export function theatreReference({ id, name }: Theatre) {
  return { resource: "theatres", record_id: id, name };
}

export function personReference({ id, name }: Person) {
  return { resource: "people", record_id: id, name };
}

export function showReference({ id, name }: Show) {
  return { resource: "shows", record_id: id, name };
}

/** Productions have no name of their own. */
export function createProductionReference({ shows, theatres }: Pick<RuleData, "shows" | "theatres">) {
  const found = new Map<string, Map<string, object>>(
    Object.entries({ shows, theatres }).map(([path, records]) => [path, new Map(records.map((one) => [one.id, one]))]),
  );
  return (production: Production) => ({
    resource: "productions",
    record_id: production.id,
    name: nameRecord(nouns, "productions", production, (path, id) => found.get(path)?.get(id)),
  });
}
