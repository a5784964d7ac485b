import "server-only";
import { tableOf } from "../api/table.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import { production } from "./schema.ts";

const columns = { id: true, show_id: true, theatre_id: true, opening_date: true, closing_date: true };

export const productionTable = tableOf("productions", "productions", production);

export function listProductions(prisma: PrismaClient) {
  return prisma.production.findMany({
    relationLoadStrategy: "join",
    select: { ...columns, show: { select: { id: true, name: true, type: true, description: true, image: true } } },
  });
}
