import "server-only";
import type { Resource } from "../resource/resource.ts";
import type { Listing } from "../snapshots/shelf.ts";

/** A resource, and a real record of it to show; null where there is none. */
export interface Exhibit {
  resource: Resource;
  sample: Listing | null;
}
