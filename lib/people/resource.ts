import "server-only";
import { defineResource } from "../api/resource.ts";
import { byName } from "../order.ts";
import { castMemberIdsOf } from "../cast-members/queries.ts";
import { castMembers } from "../cast-members/resource.ts";
import { findPerson, insertPerson, listPeople, removePerson, updatePerson } from "./queries.ts";
import { person, type Person } from "./schema.ts";

export const people = defineResource({
  path: "people",
  singular: "Person",
  plural: "People",
  record: person,
  entry: person,
  filters: [],
  references: {},
  dependants: [
    {
      path: castMembers.path,
      ids: (transaction, id) => castMemberIdsOf(transaction, { person_id: id }),
      cascade: castMembers,
    },
  ],
  list: listPeople,
  order: byName,
  toRecord: serialize,
  toEntry: serialize,
  find: findPerson,
  insert: insertPerson,
  update: updatePerson,
  remove: removePerson,
});

function serialize(row: Awaited<ReturnType<typeof listPeople>>[number]): Person {
  return row;
}
