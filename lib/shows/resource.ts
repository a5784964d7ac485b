import "server-only";
import { defineResource } from "../api/resource.ts";
import { isoDate } from "../dates.ts";
import { byName } from "../order.ts";
import { productionTable } from "../productions/queries.ts";
import { theatreTable } from "../theatres/queries.ts";
import { listShows, showTable } from "./queries.ts";
import { show, type Show } from "./schema.ts";

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
  list: listShows,
  order: byName,
  toRecord: serialize,
});

function serialize(row: Awaited<ReturnType<typeof listShows>>[number]): Show {
  return { ...row, booking_until: isoDate(row.booking_until) };
}
