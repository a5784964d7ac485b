import "server-only";
import type { ReadContext } from "../casts/cast-entries.ts";
import { Representation } from "../snapshots/representation.ts";
import { createYielder, sortYielding } from "../yielding.ts";
import { rankerOf } from "./conditions.ts";
import { namedNouns, type SearchedNoun } from "./searched-nouns.ts";
import { currentIndex, type Answer, type SearchIndex } from "./search-index.ts";

/** The response to a search in all names. @param limit the most records of each noun. */
export async function answerNames(
  context: ReadContext,
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<Answer> {
  const index = await currentIndex(context);
  return index.answer(`names ${limit} ${q}`, async () => {
    const lists: string[] = [];
    for (const noun of namedNouns) lists.push(`"${noun.path}":[${(await bestMatches(index, noun, q, limit)).join()}]`);
    return { body: new Representation(`{"q":${JSON.stringify(q)},${lists.join()}}`), headers: {} };
  });
}

/** JSON of the records with the best ranks; among equals the list's order decides. */
async function bestMatches(index: SearchIndex, noun: SearchedNoun, q: string, limit: number): Promise<string[]> {
  const { rank, places = [] } = await rankerOf(index, noun, q);
  const { serialized } = await index.list(noun.path);
  const turn = createYielder();
  const byRank: string[][] = [[], [], [], []];
  for (const [index, place] of (await sortYielding(places, (a, b) => a - b)).entries()) {
    const records = byRank[rank(place) ?? -1];
    if (records && records.length < limit) records.push(serialized[place]?.record ?? "");
    if (index % 256 === 0) await turn();
  }
  return byRank.flat().slice(0, limit);
}
