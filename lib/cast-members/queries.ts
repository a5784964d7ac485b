import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";

export function listCastMembers(prisma: PrismaClient) {
  return prisma.castMember.findMany({
    relationLoadStrategy: "join",
    select: {
      id: true,
      person_id: true,
      production_id: true,
      role_id: true,
      role_type: true,
      billing_order: true,
      person: { select: { id: true, name: true, bio: true, image: true } },
      production: { select: { id: true, show: { select: { name: true, type: true } } } },
      role: { select: { id: true, name: true } },
    },
  });
}
