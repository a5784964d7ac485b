import "server-only";
import { alone, defineResource } from "../../resource/resource.ts";
import { byName } from "../../sort.ts";
import { theatre } from "./schema.ts";
import { theatreTerms } from "./terms.ts";

export const theatres = defineResource({
  path: "theatres",
  terms: theatreTerms,
  record: theatre,
  entry: theatre,
  filters: [],
  list: alone,
  order: byName,
});
