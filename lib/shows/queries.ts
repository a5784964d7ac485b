import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";

export function listShows(prisma: PrismaClient) {
  return prisma.show.findMany({
    select: { id: true, name: true, type: true, description: true, image: true, booking_until: true },
  });
}
