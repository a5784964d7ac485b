import "server-only";
import { defineResource } from "../api/resource.ts";
import { isoDate } from "../dates.ts";
import { by, descendingBy } from "../order.ts";
import { castMemberTable } from "../cast-members/queries.ts";
import { castMembers } from "../cast-members/resource.ts";
import { roleTable } from "../roles/queries.ts";
import { roles } from "../roles/resource.ts";
import { showTable } from "../shows/queries.ts";
import { theatreTable } from "../theatres/queries.ts";
import { listProductions, productionTable } from "./queries.ts";
import { production, productionEntry, type Production } from "./schema.ts";

type Row = Awaited<ReturnType<typeof listProductions>>[number];

export const productions = defineResource({
  path: "productions",
  singular: "Production",
  plural: "Productions",
  record: production,
  entry: productionEntry,
  filters: ["theatre_id", "show_id"],
  table: productionTable,
  references: { show_id: showTable, theatre_id: theatreTable },
  // In this order: a cast member refers to a role.
  dependants: [
    { table: castMemberTable, field: "production_id", cascade: castMembers },
    { table: roleTable, field: "production_id", cascade: roles },
  ],
  list: listProductions,
  order: [descendingBy((row: Row) => row.opening_date.getTime()), by((row: Row) => row.id)],
  toRecord: serialize,
  checkedFields: ["opening_date", "closing_date"],
  check: (_records, { opening_date, closing_date }) =>
    closing_date !== null && closing_date < opening_date
      ? [{ path: "closing_date", message: "must not be before opening_date" }]
      : [],
  embed: ({ show }) => ({ show }),
});

function serialize({ id, show_id, theatre_id, opening_date, closing_date }: Row): Production {
  return { id, show_id, theatre_id, opening_date: isoDate(opening_date), closing_date: isoDate(closing_date) };
}
