import "server-only";
import { tableOf } from "../api/table.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import { person } from "./schema.ts";

const columns = { id: true, name: true, bio: true, image: true };

export const personTable = tableOf("people", "people", person);

export function listPeople(prisma: Prisma.TransactionClient, page: Page) {
  return prisma.person.findMany({ select: columns, ...page });
}
