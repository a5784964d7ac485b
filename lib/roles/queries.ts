import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";

export function listRoles(prisma: PrismaClient) {
  return prisma.role.findMany({ select: { id: true, name: true, description: true, production_id: true } });
}
