import "server-only";
import { alone, defineResource } from "../../resource/resource.ts";
import { byName } from "../../order.ts";
import { show } from "./schema.ts";

export const shows = defineResource({
  path: "shows",
  singular: "Show",
  plural: "Shows",
  record: show,
  entry: show,
  filters: [],
  list: alone,
  order: byName,
});
