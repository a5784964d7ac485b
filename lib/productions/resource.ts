import "server-only";
import { defineResource } from "../api/resource.ts";
import { isoDate } from "../dates.ts";
import { by, descending, inOrderOf } from "../order.ts";
import { listProductions } from "./queries.ts";
import { production, productionEntry, type Production, type ProductionEntry } from "./schema.ts";

type Row = Awaited<ReturnType<typeof listProductions>>[number];

export const productions = defineResource({
  path: "productions",
  singular: "Production",
  plural: "Productions",
  record: production,
  entry: productionEntry,
  filters: ["theatre_id", "show_id"],
  list: listProductions,
  order: inOrderOf<Row>(
    descending(by((row) => row.opening_date.getTime())),
    by((row) => row.id),
  ),
  toRecord: serialize,
  toEntry: (row: Row): ProductionEntry => ({ ...serialize(row), show: row.show }),
});

function serialize({ id, show_id, theatre_id, opening_date, closing_date }: Row): Production {
  return { id, show_id, theatre_id, opening_date: isoDate(opening_date), closing_date: isoDate(closing_date) };
}
