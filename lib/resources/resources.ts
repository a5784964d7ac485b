import "server-only";
import { linkResources } from "../resource/link-resources.ts";
import type { Noun, Resource } from "../resource/resource.ts";
import { castMembers } from "./cast-members/resource.ts";
import { paths, type ResourcePath } from "./nouns.ts";
import { people } from "./people/resource.ts";
import { productions } from "./productions/resource.ts";
import { roles } from "./roles/resource.ts";
import { shows } from "./shows/resource.ts";
import { theatres } from "./theatres/resource.ts";

const served: { readonly [P in ResourcePath]: Noun } = {
  shows,
  theatres,
  people,
  roles,
  productions,
  "cast-members": castMembers,
};

/** All there are, each tied to the others. Routes, documentation, tests and navigation read this list. */
export const resources: readonly Resource[] = linkResources(paths.map((path) => served[path]));

/** @throws Error where no resource has this path. */
export function resourceAt(path: string): Resource {
  const resource = resources.find((one) => one.path === path);
  if (!resource) throw new Error(`No resource "${path}": lib/resources/nouns.ts does not list it.`);
  return resource;
}
