import "server-only";
import type { ResourcePath } from "../resources/nouns.ts";
import { createYielder } from "../yielding.ts";
import type { Condition } from "./conditions.ts";
import { connectingNoun } from "./joins.ts";
import type { SearchIndex } from "./search-index.ts";

const rowsBetweenChecks = 256;

/**
 * The records of a noun that fulfil all conditions, in the order of the list.
 *
 * Conditions of other nouns must hold of one record that connects them with the noun: for people in a theatre, of one
 * cast member of a production there.
 */
export async function findPlaces(
  index: SearchIndex,
  path: ResourcePath,
  conditions: readonly Condition[],
): Promise<readonly number[]> {
  const own = conditions.filter(({ noun }) => noun === path);
  const foreign = conditions.filter(({ noun }) => noun !== path);
  const { count } = await index.list(path);
  const connecting = connectingNoun([path, ...foreign.map(({ noun }) => noun)]);
  if (!connecting) return [];
  const found = new Uint8Array(count);
  const turn = createYielder();
  const toNoun = connecting === path ? null : await index.links(connecting, path);
  const tests = await Promise.all(
    foreign.map(async ({ noun, test }) => {
      if (noun === connecting) return test;
      const links = await index.links(connecting, noun);
      return (row: number) => links.some(row, test);
    }),
  );
  let checked = 0;
  for (const row of await candidateRows(index, connecting, conditions)) {
    if (tests.every((test) => test(row)))
      for (const place of toNoun ? toNoun.targets(row) : [row])
        if (found[place] === 0 && own.every(({ test }) => test(place))) found[place] = 1;
    checked += 1;
    if (checked % rowsBetweenChecks === 0) await turn();
  }
  const places: number[] = [];
  for (let place = 0; place < count; place += 1) if (found[place] === 1) places.push(place);
  return places;
}

/** The records among which to look: those that the condition with the fewest of them leads to, or all. */
async function candidateRows(
  index: SearchIndex,
  connecting: ResourcePath,
  conditions: readonly Condition[],
): Promise<Iterable<number>> {
  let fewest: { count: number; rows: () => Iterable<number> } | null = null;
  for (const { noun, places } of conditions) {
    if (!places) continue;
    const back = noun === connecting ? null : await index.linksBack(connecting, noun);
    const count = back ? places.reduce((sum, place) => sum + back.countAt(place), 0) : places.length;
    if (fewest && fewest.count <= count) continue;
    fewest = { count, rows: () => (back ? places.flatMap((place) => [...back.targets(place)]) : places) };
  }
  if (fewest) return fewest.rows();
  return (await index.list(connecting)).serialized.keys();
}
