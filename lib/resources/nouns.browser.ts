import type { NounShape, NounView } from "../records/view.browser.ts";
import { castMemberView } from "./cast-members/view.browser.ts";
import { personView } from "./people/view.browser.ts";
import { productionView } from "./productions/view.browser.ts";
import { roleView } from "./roles/view.browser.ts";
import { showView } from "./shows/view.browser.ts";
import { theatreView } from "./theatres/view.browser.ts";

/** All nouns by their paths under `/api`, in the order of the API's description, with their views in the dashboard. */
export const nouns = {
  shows: showView,
  theatres: theatreView,
  people: personView,
  roles: roleView,
  productions: productionView,
  "cast-members": castMemberView,
};

/** The path of a noun. */
export type ResourcePath = keyof typeof nouns;

type EntryOf<One> = One extends NounView<infer Entry, never> ? Entry : never;

/** The list entry of each noun. */
export type Entries = { [P in ResourcePath]: EntryOf<(typeof nouns)[P]> };

/** The shape of each noun, from its schemas. */
export type Shapes = { readonly [P in ResourcePath]: NounShape<ResourcePath> };

// `Object.keys` loses the type of the literal's keys.
export const paths = Object.keys(nouns) as readonly ResourcePath[];

export function isPath(path: string): path is ResourcePath {
  return Object.hasOwn(nouns, path);
}
