import "server-only";
import { nounShape } from "../resource/noun-shape.ts";
import { nouns, paths, type Shapes } from "./nouns.ts";
import { resourceAt, resources } from "./resources.ts";

/** Each noun as its schemas describe it: the dashboard's layout sends it to the browser, which then needs no schema to show a form. */
export const shapes = Object.fromEntries(
  paths.map((path) => [path, nounShape(resourceAt(path), resources, nouns[path])]),
  // Their paths are some of the list's: `link` refuses a schema that refers to another.
) as Shapes;
