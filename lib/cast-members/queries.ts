import "server-only";
import type { Staff } from "../auth/staff.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import type { CastMember } from "./schema.ts";

type Transaction = Prisma.TransactionClient;

const columns = {
  id: true,
  person_id: true,
  production_id: true,
  role_id: true,
  role_type: true,
  billing_order: true,
};

export function listCastMembers(prisma: Transaction, page: Page) {
  return prisma.castMember.findMany({
    relationLoadStrategy: "join",
    select: {
      ...columns,
      person: { select: { id: true, name: true, bio: true, image: true } },
      production: { select: { id: true, show: { select: { name: true, type: true } } } },
      role: { select: { id: true, name: true } },
    },
    ...page,
  });
}

export function findCastMember(transaction: Transaction, id: string) {
  return transaction.castMember.findUnique({ select: columns, where: { id } });
}

export async function castMemberIdsOf(
  transaction: Transaction,
  owner: { person_id: string } | { production_id: string } | { role_id: string },
): Promise<string[]> {
  const rows = await transaction.castMember.findMany({ select: { id: true }, where: owner });
  return rows.map((row) => row.id);
}

/** How many have the role in another production than this. */
export function countCastMembersElsewhere(
  transaction: Transaction,
  roleId: string,
  productionId: string,
): Promise<number> {
  return transaction.castMember.count({ where: { role_id: roleId, production_id: { not: productionId } } });
}

export function insertCastMember(transaction: Transaction, _staff: Staff, castMember: CastMember) {
  return transaction.castMember.create({ data: castMember });
}

export function updateCastMember(transaction: Transaction, _staff: Staff, castMember: CastMember) {
  return transaction.castMember.update({ where: { id: castMember.id }, data: castMember });
}

export function removeCastMember(transaction: Transaction, _staff: Staff, id: string) {
  return transaction.castMember.delete({ where: { id } });
}
