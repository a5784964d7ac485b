import "server-only";
import { tableOf } from "../api/table.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import { role } from "./schema.ts";

const columns = { id: true, name: true, description: true, production_id: true };

export const roleTable = tableOf("roles", "roles", role);

export function listRoles(prisma: PrismaClient) {
  return prisma.role.findMany({ select: columns });
}
