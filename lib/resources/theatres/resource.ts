import "server-only";
import { alone, defineResource } from "../../resource/resource.ts";
import { byName } from "../../order.ts";
import { theatre } from "./schema.ts";

export const theatres = defineResource({
  path: "theatres",
  singular: "Theatre",
  plural: "Theatres",
  record: theatre,
  entry: theatre,
  filters: [],
  list: alone,
  order: byName,
});
