import "server-only";
import { defineResource } from "../api/resource.ts";
import { isoDate } from "../dates.ts";
import { by, descending, inOrderOf } from "../order.ts";
import { castMemberIdsOf } from "../cast-members/queries.ts";
import { castMembers } from "../cast-members/resource.ts";
import { roleIdsOfProduction } from "../roles/queries.ts";
import { roles } from "../roles/resource.ts";
import { findShow } from "../shows/queries.ts";
import { findTheatre } from "../theatres/queries.ts";
import { findProduction, insertProduction, listProductions, removeProduction, updateProduction } from "./queries.ts";
import { production, productionEntry, type Production, type ProductionEntry } from "./schema.ts";

type Row = Awaited<ReturnType<typeof listProductions>>[number];

export const productions = defineResource({
  path: "productions",
  singular: "Production",
  plural: "Productions",
  record: production,
  entry: productionEntry,
  filters: ["theatre_id", "show_id"],
  references: { show_id: findShow, theatre_id: findTheatre },
  // In this order: a cast member refers to a role.
  dependants: [
    {
      path: castMembers.path,
      ids: (transaction, id) => castMemberIdsOf(transaction, { production_id: id }),
      cascade: castMembers,
    },
    { path: roles.path, ids: roleIdsOfProduction, cascade: roles },
  ],
  list: listProductions,
  order: inOrderOf<Row>(
    descending(by((row) => row.opening_date.getTime())),
    by((row) => row.id),
  ),
  toRecord: serialize,
  find: async (transaction, id) => {
    const row = await findProduction(transaction, id);
    return row && serialize(row);
  },
  check: (_transaction, { opening_date, closing_date }) =>
    closing_date !== null && closing_date < opening_date
      ? [{ path: "closing_date", message: "must not be before opening_date" }]
      : [],
  insert: insertProduction,
  update: updateProduction,
  remove: removeProduction,
  toEntry: (row: Row): ProductionEntry => ({ ...serialize(row), show: row.show }),
});

function serialize({ id, show_id, theatre_id, opening_date, closing_date }: Omit<Row, "show">): Production {
  return { id, show_id, theatre_id, opening_date: isoDate(opening_date), closing_date: isoDate(closing_date) };
}
