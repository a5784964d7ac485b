import "server-only";
import { alone, defineResource } from "../../resource/resource.ts";
import { byName } from "../../order.ts";
import { productionTable } from "../productions/queries.ts";
import { showTable } from "../shows/queries.ts";
import { theatreTable } from "./queries.ts";
import { theatre } from "./schema.ts";

export const theatres = defineResource({
  path: "theatres",
  singular: "Theatre",
  plural: "Theatres",
  record: theatre,
  entry: theatre,
  filters: [],
  table: theatreTable,
  references: { current_show_id: showTable },
  dependants: [{ table: productionTable, field: "theatre_id" }],
  list: alone(theatreTable),
  order: byName,
});
