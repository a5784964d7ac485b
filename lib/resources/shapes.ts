import "server-only";
import { nounShape } from "../records/noun-shape.ts";
import { nouns, paths, type Shapes } from "./nouns.browser.ts";
import { resourceAt, resources } from "./resources.ts";

/**
 * The shape of each noun, from its schemas. The dashboard's layout sends it to the browser, which can then show a
 * form without the schema.
 */
export const shapes = Object.fromEntries(
  paths.map((path) => [path, nounShape(resourceAt(path), resources, nouns[path])]),
  // `linkResources` rejects a reference to any other path.
) as Shapes;
