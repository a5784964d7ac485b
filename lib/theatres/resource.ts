import "server-only";
import { defineResource } from "../api/resource.ts";
import { byName } from "../order.ts";
import { listTheatres } from "./queries.ts";
import { theatre, type Theatre } from "./schema.ts";

export const theatres = defineResource({
  path: "theatres",
  singular: "Theatre",
  plural: "Theatres",
  record: theatre,
  entry: theatre,
  filters: [],
  list: listTheatres,
  order: byName,
  toRecord: serialize,
  toEntry: serialize,
});

function serialize(row: Awaited<ReturnType<typeof listTheatres>>[number]): Theatre {
  return row;
}
