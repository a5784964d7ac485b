import "server-only";
import type { CastMember } from "../resources/cast-members/schema.ts";
import type { Person } from "../resources/people/schema.ts";
import type { Production } from "../resources/productions/schema.ts";
import type { Show } from "../resources/shows/schema.ts";
import type { Theatre } from "../resources/theatres/schema.ts";

/** The records that rules look at. */
export interface Data {
  shows: readonly Show[];
  theatres: readonly Theatre[];
  people: readonly Person[];
  productions: readonly Production[];
  castMembers: readonly CastMember[];
}

/** Items by what `keyOf` gives, in the order in which each key comes first. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** How a record of the data is named in a problem. */
export function theatreNamed({ id, name }: Theatre) {
  return { resource: "theatres", record_id: id, name };
}

export function personNamed({ id, name }: Person) {
  return { resource: "people", record_id: id, name };
}

export function showNamed({ id, name }: Show) {
  return { resource: "shows", record_id: id, name };
}

/** A production has no name of its own: its show's, its house's, and the year of its first night. */
export function productionNamer({ shows, theatres }: Pick<Data, "shows" | "theatres">) {
  const [showNames, theatreNames] = [shows, theatres].map(
    (records) => new Map(records.map((one) => [one.id, one.name])),
  );
  return ({ id, show_id, theatre_id, opening_date }: Production) => ({
    resource: "productions",
    record_id: id,
    name: `${showNames?.get(show_id) ?? show_id}, ${theatreNames?.get(theatre_id) ?? theatre_id}, ${opening_date.slice(0, 4)}`,
  });
}
