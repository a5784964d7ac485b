import "server-only";
import { defineResource } from "../../resource/resource.ts";
import { indexById, readConsistently, type PageReader } from "../../snapshots/queries.ts";
import type { PrismaClient } from "../../db/generated/client.ts";
import { ascending, descending } from "../../sort.ts";
import { shows } from "../shows/resource.ts";
import { runDateIssues } from "./run-dates.ts";
import { production, productionDetails, productionEntry, type Production } from "./schema.ts";
import { productionTerms } from "./terms.ts";

type Row = Awaited<ReturnType<typeof readProductions>>[number];

export const productions = defineResource({
  path: "productions",
  terms: productionTerms,
  record: production,
  entry: productionEntry,
  details: {
    document: productionDetails,
    check: (_records, run) => [
      ...runDateIssues(run, "details"),
      ...(run.transfer_of === run.id ? [{ path: "transfer_of", message: "must not be the production itself" }] : []),
    ],
  },
  filters: ["theatre_id", "show_id"],
  identifiedBy: [["show_id", "theatre_id", "opening_date"]],
  list: readProductions,
  order: [descending(({ record }: Row) => record.opening_date), ascending(({ record }: Row) => record.id)],
  checkedFields: ["opening_date", "closing_date"],
  check: (_records, run) => {
    const { opening_date, closing_date } = run;
    return closing_date !== null && closing_date < opening_date
      ? [{ path: "closing_date", message: "must not be before opening_date" }]
      : runDateIssues(run, "record");
  },
});

async function readProductions(prisma: PrismaClient, page: PageReader<Production>) {
  const [records, all] = await readConsistently(prisma, [page, shows.repository.page]);
  const showOf = await indexById(
    all.map(({ id, name, type, description, image }) => ({ id, name, type, description, image })),
  );
  return records.map((record) => ({ record, embedded: { show: showOf(record.show_id) } }));
}
