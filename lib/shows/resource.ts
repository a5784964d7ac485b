import "server-only";
import { defineResource } from "../api/resource.ts";
import { isoDate } from "../dates.ts";
import { byName } from "../order.ts";
import { productionIdsOfShow } from "../productions/queries.ts";
import { theatreIdsShowing } from "../theatres/queries.ts";
import { findShow, insertShow, listShows, removeShow, updateShow } from "./queries.ts";
import { show, type Show } from "./schema.ts";

export const shows = defineResource({
  path: "shows",
  singular: "Show",
  plural: "Shows",
  record: show,
  entry: show,
  filters: [],
  references: {},
  dependants: [
    { path: "theatres", ids: theatreIdsShowing },
    { path: "productions", ids: productionIdsOfShow },
  ],
  list: listShows,
  order: byName,
  toRecord: serialize,
  toEntry: serialize,
  find: async (transaction, id) => {
    const row = await findShow(transaction, id);
    return row && serialize(row);
  },
  insert: insertShow,
  update: updateShow,
  remove: removeShow,
});

function serialize(row: Awaited<ReturnType<typeof listShows>>[number]): Show {
  return { ...row, booking_until: isoDate(row.booking_until) };
}
