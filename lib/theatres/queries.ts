import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";

export function listTheatres(prisma: PrismaClient) {
  return prisma.theatre.findMany({
    select: {
      id: true,
      name: true,
      address: true,
      postcode: true,
      lat: true,
      lng: true,
      capacity: true,
      current_show_id: true,
    },
  });
}
