import "server-only";
import type { Staff } from "../auth/staff.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import type { Theatre } from "./schema.ts";

type Transaction = Prisma.TransactionClient;

const columns = {
  id: true,
  name: true,
  address: true,
  postcode: true,
  lat: true,
  lng: true,
  capacity: true,
  current_show_id: true,
};

export function listTheatres(prisma: Transaction, page: Page) {
  return prisma.theatre.findMany({ select: columns, ...page });
}

export function findTheatre(transaction: Transaction, id: string) {
  return transaction.theatre.findUnique({ select: columns, where: { id } });
}

export async function theatreIdsShowing(transaction: Transaction, showId: string): Promise<string[]> {
  const rows = await transaction.theatre.findMany({ select: { id: true }, where: { current_show_id: showId } });
  return rows.map((row) => row.id);
}

export function insertTheatre(transaction: Transaction, _staff: Staff, theatre: Theatre) {
  return transaction.theatre.create({ data: theatre });
}

export function updateTheatre(transaction: Transaction, _staff: Staff, theatre: Theatre) {
  return transaction.theatre.update({ where: { id: theatre.id }, data: theatre });
}

export function removeTheatre(transaction: Transaction, _staff: Staff, id: string) {
  return transaction.theatre.delete({ where: { id } });
}
