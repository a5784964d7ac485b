import "server-only";
import { defineCatalogue } from "../catalogue/definition.ts";
import { linkResources } from "../records/link-resources.ts";
import type { DeclaredResource, NamedResource, Resource } from "../records/resource.ts";
import { capitalised } from "../records/terms.browser.ts";
import { paths, resourceViews, type ResourcePath } from "./resource-views.browser.ts";

/** All resources, linked to each other. Routes, documentation, tests and navigation are derived from this list. */
export const resources: readonly Resource[] = linkResources(await Promise.all(paths.map(resourceNamed)));

defineCatalogue(resources);

/** @throws Error when no resource has this path. */
export function resourceAt(path: string): Resource {
  const resource = resources.find((one) => one.path === path);
  if (!resource) throw new Error(`No resource "${path}": lib/resources/resource-views.browser.ts does not list it.`);
  return resource;
}

/** What the resource's folder serves: the bundlers take every `resource.ts` along, so that no second list names them. */
async function resourceNamed(path: ResourcePath): Promise<NamedResource> {
  const exported = (await import(`./${path}/resource.ts`)) as Record<string, DeclaredResource>;
  const resource = Object.values(exported).find((one) => one.path === path);
  if (!resource) throw new Error(`lib/resources/${path}/resource.ts defines no resource "${path}".`);
  const { singular, plural } = resourceViews[path];
  return { ...resource, singular: capitalised(singular), plural: capitalised(plural) };
}
