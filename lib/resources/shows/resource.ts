import "server-only";
import { alone, defineResource } from "../../resource/resource.ts";
import { byName } from "../../order.ts";
import { productionTable } from "../productions/queries.ts";
import { theatreTable } from "../theatres/queries.ts";
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
  references: {},
  dependants: [
    { table: theatreTable, field: "current_show_id" },
    { table: productionTable, field: "show_id" },
  ],
  list: alone(showTable),
  order: byName,
});
