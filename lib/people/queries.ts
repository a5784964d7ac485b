import "server-only";
import type { PrismaClient } from "../db/generated/client.ts";

export function listPeople(prisma: PrismaClient) {
  return prisma.person.findMany({ select: { id: true, name: true, bio: true, image: true } });
}
