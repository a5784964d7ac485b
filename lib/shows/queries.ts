import "server-only";
import { tableOf } from "../api/table.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import { show } from "./schema.ts";

const columns = { id: true, name: true, type: true, description: true, image: true, booking_until: true };

export const showTable = tableOf("shows", "shows", show);

export function listShows(prisma: Prisma.TransactionClient, page: Page) {
  return prisma.show.findMany({ select: columns, ...page });
}
