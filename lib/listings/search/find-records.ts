import "server-only";
import type { Row } from "../../catalogue/row.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { createYielder } from "../../core/yielding.ts";
import type { Condition } from "./conditions.ts";
import { connectingResources, linksFrom, linksTo } from "./joins.ts";
import type { SearchReader } from "./search-reader.ts";

const rowsBetweenChecks = 64;
/** So few are looked at sooner than fewer are found. */
const fewRows = 200;

/**
 * The records of a resource that fulfil all conditions, by their ids, in any order.
 *
 * Conditions of other resources must hold of one record that connects them with the resource: for people in a theatre, of one
 * cast or crew member of a production there.
 */
export async function findMatchingRecords(
  read: SearchReader,
  path: ResourcePath,
  conditions: readonly Condition[],
): Promise<ReadonlyMap<string, Row>> {
  const own = conditions.filter(({ resource }) => resource === path);
  const foreign = conditions.filter(({ resource }) => resource !== path);
  const found = new Map<string, Row>();
  const turn = createYielder();
  let checked = 0;
  for (const connecting of connectingResources([path, ...foreign.map(({ resource }) => resource)])) {
    const targetsOf = linksTo(read, connecting, path);
    const tests = foreign.map(({ resource, test }) => {
      const linksOf = linksTo(read, connecting, resource);
      return (row: Row) => linksOf(row).some(test);
    });
    for (const row of candidates(read, connecting, conditions)) {
      if (tests.every((test) => test(row)))
        for (const target of targetsOf(row))
          if (!found.has(target.id) && own.every(({ test }) => test(target))) found.set(target.id, target);
      checked += 1;
      if (checked % rowsBetweenChecks === 0) await turn();
    }
  }
  return found;
}

/** The records among which to look: those that the condition with the fewest of them leads to, or all. */
function candidates(read: SearchReader, connecting: ResourcePath, conditions: readonly Condition[]): Iterable<Row> {
  let fewest: readonly Row[] | null = null;
  for (const { resource, rows } of conditions) {
    if (!rows || (fewest && fewest.length <= fewRows)) continue;
    const linksBack = linksFrom(read, connecting, resource);
    const some: Row[] = [];
    for (const row of rows()) {
      for (const one of linksBack(row)) some.push(one);
      if (fewest && some.length >= fewest.length) break;
    }
    if (!fewest || some.length < fewest.length) fewest = some;
  }
  return fewest ?? read.list(connecting);
}
