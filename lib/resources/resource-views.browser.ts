import type { ResourceShape, ResourceView } from "../records/view.browser.ts";
import { castMemberView } from "./cast-members/view.browser.ts";
import { crewMemberView } from "./crew-members/view.browser.ts";
import { personView } from "./people/view.browser.ts";
import { productionView } from "./productions/view.browser.ts";
import { roleView } from "./roles/view.browser.ts";
import { showView } from "./shows/view.browser.ts";
import { theatreView } from "./theatres/view.browser.ts";

/** All resources by their paths under `/api`, in the order of the API's description, with their views in the dashboard. */
export const resourceViews = {
  shows: showView,
  theatres: theatreView,
  people: personView,
  roles: roleView,
  productions: productionView,
  "cast-members": castMemberView,
  "crew-members": crewMemberView,
};

export type ResourcePath = keyof typeof resourceViews;

type EntryOf<One> = One extends ResourceView<infer Entry, never> ? Entry : never;

export type Entries = { [P in ResourcePath]: EntryOf<(typeof resourceViews)[P]> };

export type Shapes = { readonly [P in ResourcePath]: ResourceShape<ResourcePath> };

// `Object.keys` loses the type of the literal's keys.
export const paths = Object.keys(resourceViews) as readonly ResourcePath[];

export function isPath(path: string): path is ResourcePath {
  return Object.hasOwn(resourceViews, path);
}
