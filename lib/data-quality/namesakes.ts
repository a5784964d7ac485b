import "server-only";
import { nameKey } from "../search/matching.ts";
import { createYielder } from "../yielding.ts";
import type { RuleData } from "./rule-data.ts";

/** The ids of records that share a name, by the id of each of them. Records without namesakes have no entry. */
export type NamesakeGroups = ReadonlyMap<string, readonly string[]>;
export type Namesakes = { readonly [P in "people" | "shows" | "theatres" | "roles"]: NamesakeGroups };

type Named = Pick<RuleData["people"][number], "id" | "name" | "aliases">;

/**
 * Groups records of which a name or another name folds to the same text. Two records also belong together when a third
 * one has a name of each.
 *
 * @param scopeOf only records of one scope can be namesakes.
 */
export async function findNamesakes<Item extends Named>(
  items: readonly Item[],
  scopeOf: (item: Item) => string = () => "",
): Promise<NamesakeGroups> {
  const turn = createYielder();
  const leaderOf = new Map<string, string>();
  const leading = (id: string): string => {
    const leader = leaderOf.get(id) ?? id;
    return leader === id ? id : leading(leader);
  };
  const firstNamed = new Map<string, string>();
  for (const item of items) {
    for (const name of [item.name, ...item.aliases.map((alias) => alias.name)]) {
      const key = `${scopeOf(item)}\n${nameKey(name)}`;
      const first = firstNamed.get(key) ?? item.id;
      firstNamed.set(key, first);
      leaderOf.set(leading(item.id), leading(first));
    }
    await turn();
  }
  const groups = new Map<string, string[]>();
  for (const { id } of items) {
    const leader = leading(id);
    const group = groups.get(leader);
    if (group) group.push(id);
    else groups.set(leader, [id]);
    await turn();
  }
  return new Map([...groups.values()].filter(({ length }) => length > 1).flatMap((ids) => ids.map((id) => [id, ids])));
}
