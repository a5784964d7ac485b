import "server-only";
import type { Resource } from "../api/resource.ts";
import type { Listing } from "../catalogue/shelf.ts";

/** A resource, and a real record of it to show; null where there is none. */
export interface Exhibit {
  resource: Resource;
  sample: Listing | null;
}
