import "server-only";
import { alone, defineResource } from "../../resource/resource.ts";
import { byName } from "../../order.ts";
import { showTable } from "./queries.ts";
import { show } from "./schema.ts";

export const shows = defineResource({
  path: "shows",
  singular: "Show",
  plural: "Shows",
  record: show,
  entry: show,
  filters: [],
  table: showTable,
  list: alone(showTable),
  order: byName,
});
