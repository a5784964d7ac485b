import "server-only";
import { alone, defineResource } from "../../resource/resource.ts";
import { byName } from "../../order.ts";
import { person } from "./schema.ts";

export const people = defineResource({
  path: "people",
  singular: "Person",
  plural: "People",
  record: person,
  entry: person,
  filters: [],
  list: alone,
  order: byName,
});
