import "server-only";
import { tableOf } from "../api/table.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import { production } from "./schema.ts";

const columns = { id: true, show_id: true, theatre_id: true, opening_date: true, closing_date: true };

export const productionTable = tableOf("productions", "productions", production);

export function listProductions(prisma: Prisma.TransactionClient, page: Page) {
  return prisma.production.findMany({
    relationLoadStrategy: "join",
    select: { ...columns, show: { select: { id: true, name: true, type: true, description: true, image: true } } },
    ...page,
  });
}
