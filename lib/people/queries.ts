import "server-only";
import type { Staff } from "../auth/staff.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import type { Person } from "./schema.ts";

type Transaction = Prisma.TransactionClient;

const columns = { id: true, name: true, bio: true, image: true };

export function listPeople(prisma: Transaction, page: Page) {
  return prisma.person.findMany({ select: columns, ...page });
}

export function findPerson(transaction: Transaction, id: string) {
  return transaction.person.findUnique({ select: columns, where: { id } });
}

export function insertPerson(transaction: Transaction, _staff: Staff, person: Person) {
  return transaction.person.create({ data: person });
}

export function updatePerson(transaction: Transaction, _staff: Staff, person: Person) {
  return transaction.person.update({ where: { id: person.id }, data: person });
}

export function removePerson(transaction: Transaction, _staff: Staff, id: string) {
  return transaction.person.delete({ where: { id } });
}
