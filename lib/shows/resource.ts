import "server-only";
import { defineResource } from "../api/resource.ts";
import { isoDate } from "../dates.ts";
import { byName } from "../order.ts";
import { listShows } from "./queries.ts";
import { show, type Show } from "./schema.ts";

export const shows = defineResource({
  path: "shows",
  singular: "Show",
  plural: "Shows",
  record: show,
  entry: show,
  filters: [],
  list: listShows,
  order: byName,
  toRecord: serialize,
  toEntry: serialize,
});

function serialize(row: Awaited<ReturnType<typeof listShows>>[number]): Show {
  return { ...row, booking_until: isoDate(row.booking_until) };
}
