import "server-only";
import type { ReadContext } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import { findInOrder } from "./run-search.ts";
import { derivedSearch, type SearchResponse } from "./search-reader.ts";
import { namedResources } from "./searched-resources.ts";

/** The response to a search in all names. @param limit the most records of each resource. */
export async function searchNames(
  context: ReadContext,
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<SearchResponse> {
  return derivedSearch(context, `names ${limit} ${q}`, async (read) => {
    const matches: Record<string, unknown> = {};
    for (const resource of namedResources) {
      const { rows } = await findInOrder(read, resource, { q });
      matches[resource.path] = rows
        .slice(0, limit)
        .flatMap(({ id }) => read.noted.row(resource.path, id)?.record ?? []);
    }
    return { body: Representation.json({ q, ...matches }), headers: {} };
  });
}
