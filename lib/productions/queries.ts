import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";

export function listProductions(prisma: PrismaClient) {
  return prisma.production.findMany({
    relationLoadStrategy: "join",
    select: {
      id: true,
      show_id: true,
      theatre_id: true,
      opening_date: true,
      closing_date: true,
      show: { select: { id: true, name: true, type: true, description: true, image: true } },
    },
  });
}
