import "server-only";
import { tableOf } from "../api/table.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import { role } from "./schema.ts";

const columns = { id: true, name: true, description: true, production_id: true };

export const roleTable = tableOf("roles", "roles", role);

export function listRoles(prisma: Prisma.TransactionClient, page: Page) {
  return prisma.role.findMany({ select: columns, ...page });
}
