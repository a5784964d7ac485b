import "server-only";
import type { Staff } from "../auth/staff.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import { storedDay } from "../dates.ts";
import type { Show } from "./schema.ts";

type Transaction = Prisma.TransactionClient;

const columns = { id: true, name: true, type: true, description: true, image: true, booking_until: true };

export function listShows(prisma: Transaction, page: Page) {
  return prisma.show.findMany({ select: columns, ...page });
}

export function findShow(transaction: Transaction, id: string) {
  return transaction.show.findUnique({ select: columns, where: { id } });
}

export function insertShow(transaction: Transaction, _staff: Staff, show: Show) {
  return transaction.show.create({ data: stored(show) });
}

export function updateShow(transaction: Transaction, _staff: Staff, show: Show) {
  return transaction.show.update({ where: { id: show.id }, data: stored(show) });
}

export function removeShow(transaction: Transaction, _staff: Staff, id: string) {
  return transaction.show.delete({ where: { id } });
}

function stored({ booking_until, ...show }: Show) {
  return { ...show, booking_until: storedDay(booking_until) };
}
