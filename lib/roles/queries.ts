import "server-only";
import type { Staff } from "../auth/staff.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import type { Role } from "./schema.ts";

type Transaction = Prisma.TransactionClient;

const columns = { id: true, name: true, description: true, production_id: true };

export function listRoles(prisma: Transaction, page: Page) {
  return prisma.role.findMany({ select: columns, ...page });
}

export function findRole(transaction: Transaction, id: string) {
  return transaction.role.findUnique({ select: columns, where: { id } });
}

export async function roleIdsOfProduction(transaction: Transaction, productionId: string): Promise<string[]> {
  const rows = await transaction.role.findMany({ select: { id: true }, where: { production_id: productionId } });
  return rows.map((row) => row.id);
}

export function insertRole(transaction: Transaction, _staff: Staff, role: Role) {
  return transaction.role.create({ data: role });
}

export function updateRole(transaction: Transaction, _staff: Staff, role: Role) {
  return transaction.role.update({ where: { id: role.id }, data: role });
}

export function removeRole(transaction: Transaction, _staff: Staff, id: string) {
  return transaction.role.delete({ where: { id } });
}
