import "server-only";
import { Body } from "../snapshots/representation.ts";
import type { Shelf } from "../snapshots/resource-snapshot.ts";
import type { Route } from "../http/route.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { resources } from "../resources/resources.ts";
import { openapiDocument } from "./document.ts";

interface Finished {
  shelves: Shelf[];
  body: Body;
}

let last: Finished | undefined;

/**
 * The document with examples from the data as it is, built once a version of the data:
 * each version has its own shelves, so while they are the same, so is the document.
 *
 * @param version as for `Catalogue.shelf`.
 */
export async function currentDocument(
  routes: readonly Route[],
  { catalogue, settings }: Pick<Infrastructure, "catalogue" | "settings">,
  version: number | null,
): Promise<Body> {
  const shelves = await Promise.all(resources.map((resource) => catalogue.shelf(resource, version)));
  const held = last;
  if (held && shelves.every((shelf, index) => shelf === held.shelves[index])) return held.body;
  const samples = resources.flatMap(({ path }, index) => {
    const sample = shelves[index]?.fullest();
    return sample ? [{ ...sample, path }] : [];
  });
  const body = Body.json(openapiDocument(routes, settings, samples));
  last = { shelves, body };
  return body;
}
