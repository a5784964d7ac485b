import "server-only";
import { resourceShape } from "../records/resource-shape.ts";
import { resourceViews, paths, type Shapes } from "./resource-views.browser.ts";
import { resourceAt, resources } from "./resources.ts";

/** The shape of each resource, from its schemas. The dashboard's layout sends it, so that a form needs no schema. */
export const shapes = Object.fromEntries(
  paths.map((path) => [path, resourceShape(resourceAt(path), resources, resourceViews)]),
  // `linkResources` rejects a reference to any other path.
) as Shapes;
