import "server-only";
import { Body } from "../snapshots/representation.ts";
import type { Shelf } from "../snapshots/shelf.ts";
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
  { catalogue, settings }: Pick<Infrastructure, "catalogue" | "settings">,
  version: number | null,
): Promise<Body> {
  const shelves = await Promise.all(resources.map((resource) => catalogue.shelf(resource, version)));
  const held = last;
  if (held && shelves.every((shelf, index) => shelf === held.shelves[index])) return held.body;
  const exhibits = resources.map((resource, index) => ({ resource, sample: shelves[index]?.fullest() ?? null }));
  const body = Body.json(openapiDocument(settings, exhibits));
  last = { shelves, body };
  return body;
}
