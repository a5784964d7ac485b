import "server-only";
import { listWithoutEmbeds, defineResource } from "../../resource/resource.ts";
import { byNameThenId } from "../../sort.ts";
import { theatre } from "./schema.ts";
import { theatreTerms } from "./terms.ts";

export const theatres = defineResource({
  path: "theatres",
  terms: theatreTerms,
  record: theatre,
  entry: theatre,
  filters: [],
  list: listWithoutEmbeds,
  order: byNameThenId,
});
