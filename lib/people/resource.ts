import "server-only";
import { defineResource } from "../api/resource.ts";
import { byName } from "../order.ts";
import { listPeople } from "./queries.ts";
import { person, type Person } from "./schema.ts";

export const people = defineResource({
  path: "people",
  singular: "Person",
  plural: "People",
  record: person,
  entry: person,
  filters: [],
  list: listPeople,
  order: byName,
  toRecord: serialize,
  toEntry: serialize,
});

function serialize(row: Awaited<ReturnType<typeof listPeople>>[number]): Person {
  return row;
}
