import "server-only";
import { defineResource } from "../api/resource.ts";
import { byName } from "../order.ts";
import { productionTable } from "../productions/queries.ts";
import { showTable } from "../shows/queries.ts";
import { listTheatres, theatreTable } from "./queries.ts";
import { theatre, type Theatre } from "./schema.ts";

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
  list: listTheatres,
  order: byName,
  toRecord: serialize,
});

function serialize(row: Awaited<ReturnType<typeof listTheatres>>[number]): Theatre {
  return row;
}
