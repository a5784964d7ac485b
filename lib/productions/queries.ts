import "server-only";
import type { Staff } from "../auth/staff.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import { storedDay } from "../dates.ts";
import type { Production } from "./schema.ts";

type Transaction = Prisma.TransactionClient;

const columns = { id: true, show_id: true, theatre_id: true, opening_date: true, closing_date: true };

export function listProductions(prisma: Transaction, page: Page) {
  return prisma.production.findMany({
    relationLoadStrategy: "join",
    select: { ...columns, show: { select: { id: true, name: true, type: true, description: true, image: true } } },
    ...page,
  });
}

export function findProduction(transaction: Transaction, id: string) {
  return transaction.production.findUnique({ select: columns, where: { id } });
}

export async function productionIdsOfShow(transaction: Transaction, showId: string): Promise<string[]> {
  const rows = await transaction.production.findMany({ select: { id: true }, where: { show_id: showId } });
  return rows.map((row) => row.id);
}

export async function productionIdsAt(transaction: Transaction, theatreId: string): Promise<string[]> {
  const rows = await transaction.production.findMany({ select: { id: true }, where: { theatre_id: theatreId } });
  return rows.map((row) => row.id);
}

export function insertProduction(transaction: Transaction, _staff: Staff, production: Production) {
  return transaction.production.create({ data: stored(production) });
}

export function updateProduction(transaction: Transaction, _staff: Staff, production: Production) {
  return transaction.production.update({ where: { id: production.id }, data: stored(production) });
}

export function removeProduction(transaction: Transaction, _staff: Staff, id: string) {
  return transaction.production.delete({ where: { id } });
}

function stored({ opening_date, closing_date, ...production }: Production) {
  return { ...production, opening_date: storedDay(opening_date), closing_date: storedDay(closing_date) };
}
