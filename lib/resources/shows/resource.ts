import "server-only";
import { alone, defineResource } from "../../resource/resource.ts";
import { byName } from "../../sort.ts";
import { show } from "./schema.ts";
import { showTerms } from "./terms.ts";

export const shows = defineResource({
  path: "shows",
  terms: showTerms,
  record: show,
  entry: show,
  filters: [],
  list: alone,
  order: byName,
});
