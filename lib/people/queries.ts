import "server-only";
import { tableOf } from "../api/table.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import { person } from "./schema.ts";

const columns = { id: true, name: true, bio: true, image: true };

export const personTable = tableOf("people", "people", person);

export function listPeople(prisma: PrismaClient) {
  return prisma.person.findMany({ select: columns });
}
