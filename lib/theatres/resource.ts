import "server-only";
import { defineResource } from "../api/resource.ts";
import { byName } from "../order.ts";
import { productionIdsAt } from "../productions/queries.ts";
import { findShow } from "../shows/queries.ts";
import { findTheatre, insertTheatre, listTheatres, removeTheatre, updateTheatre } from "./queries.ts";
import { theatre, type Theatre } from "./schema.ts";

export const theatres = defineResource({
  path: "theatres",
  singular: "Theatre",
  plural: "Theatres",
  record: theatre,
  entry: theatre,
  filters: [],
  references: { current_show_id: findShow },
  dependants: [{ path: "productions", ids: productionIdsAt }],
  list: listTheatres,
  order: byName,
  toRecord: serialize,
  toEntry: serialize,
  find: findTheatre,
  insert: insertTheatre,
  update: updateTheatre,
  remove: removeTheatre,
});

function serialize(row: Awaited<ReturnType<typeof listTheatres>>[number]): Theatre {
  return row;
}
