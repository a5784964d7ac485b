import "server-only";
import type { ReadContext } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import { findInOrder } from "./run-search.ts";
import { derivedSearch, type SearchResponse } from "./search-reader.ts";
import { namedNouns } from "./searched-nouns.ts";

/** The response to a search in all names. @param limit the most records of each noun. */
export async function searchNames(
  context: ReadContext,
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<SearchResponse> {
  return derivedSearch(context, `names ${limit} ${q}`, async (read) => {
    const matches: Record<string, unknown> = {};
    for (const noun of namedNouns) {
      const { rows } = await findInOrder(read, noun, { q });
      matches[noun.path] = rows.slice(0, limit).flatMap(({ id }) => read.noted.row(noun.path, id)?.record ?? []);
    }
    return { body: Representation.json({ q, ...matches }), headers: {} };
  });
}
