import "server-only";
import type { Exhibit } from "./exhibit.ts";
import { listOperation, recordOperation } from "./resource-reads.ts";
import { changeOperation, creationOperation, removalOperation } from "./resource-writes.ts";

/** `/shows` and `/shows/{id}`: both follow from the resource. */
export function resourcePaths({ resource, sample }: Exhibit) {
  return {
    [`/${resource.path}`]: {
      get: listOperation(resource, sample),
      post: creationOperation(resource, sample),
    },
    [`/${resource.path}/{id}`]: {
      get: recordOperation(resource, sample),
      put: changeOperation(resource, sample),
      delete: removalOperation(resource, sample),
    },
  };
}
