import "server-only";
import { alone, defineResource } from "../../resource/resource.ts";
import { byName } from "../../sort.ts";
import { person } from "./schema.ts";
import { personTerms } from "./terms.ts";

export const people = defineResource({
  path: "people",
  terms: personTerms,
  record: person,
  entry: person,
  filters: [],
  list: alone,
  order: byName,
});
