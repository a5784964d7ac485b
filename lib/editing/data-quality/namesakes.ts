import "server-only";
import { nameKey } from "../../listings/search/matching.browser.ts";
import { createYielder } from "../../core/yielding.ts";
import type { KnownRecords } from "./rule-data.ts";

/** The ids of records that share a name, by the id of each of them. Records without namesakes have no entry. */
export type NamesakeGroups = ReadonlyMap<string, readonly string[]>;
export type Namesakes = { readonly [P in "people" | "shows" | "theatres" | "roles"]: NamesakeGroups };

type Named = Pick<KnownRecords["people"], "id" | "name" | "aliases">;

/**
 * Groups records of which a name or another name folds to the same text. Two records also belong together when a third
 * one has a name of each.
 */
export async function findNamesakes<Item extends Named>(
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
  const ids: string[] = [];
  const leaderOf = new Map<string, string>();
  const leading = (id: string): string => {
    const leader = leaderOf.get(id) ?? id;
    return leader === id ? id : leading(leader);
  };
  const bearersOf = new Map<string, { item: Item; isAlias: boolean }[]>();
  for (const item of items) {
    ids.push(item.id);
    const names = [{ name: item.name, isAlias: false }, ...item.aliases.map(({ name }) => ({ name, isAlias: true }))];
    for (const { name, isAlias } of names) {
      const key = `${scopeOf(item)}\n${nameKey(name)}`;
      const bearers = bearersOf.get(key) ?? [];
      bearersOf.set(key, bearers);
      const alike = bearers.filter((other) => !(isAlias || other.isAlias) || mayBeOne(item, other.item));
      for (const other of alike) leaderOf.set(leading(item.id), leading(other.item.id));
      // One of each group is enough, so that a thousand namesakes are not compared with each other.
      if (!alike.some((other) => other.isAlias === isAlias)) bearers.push({ item, isAlias });
    }
    await turn();
  }
  const groups = new Map<string, string[]>();
  for (const id of ids.sort()) {
    const leader = leading(id);
    const group = groups.get(leader);
    if (group) group.push(id);
    else groups.set(leader, [id]);
    await turn();
  }
  return new Map([...groups.values()].filter(({ length }) => length > 1).flatMap((ids) => ids.map((id) => [id, ids])));
}
