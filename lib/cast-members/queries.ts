import "server-only";
import { tableOf } from "../api/table.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import { castMember } from "./schema.ts";

const columns = {
  id: true,
  person_id: true,
  production_id: true,
  role_id: true,
  role_type: true,
  billing_order: true,
};

export const castMemberTable = tableOf("cast-members", "cast_members", castMember);

export function listCastMembers(prisma: Prisma.TransactionClient, page: Page) {
  return prisma.castMember.findMany({ select: columns, ...page });
}
