import "server-only";
import { tableOf } from "../api/table.ts";
import type { Page } from "../catalogue/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import { theatre } from "./schema.ts";

const columns = {
  id: true,
  name: true,
  address: true,
  postcode: true,
  lat: true,
  lng: true,
  capacity: true,
  current_show_id: true,
};

export const theatreTable = tableOf("theatres", "theatres", theatre);

export function listTheatres(prisma: Prisma.TransactionClient, page: Page) {
  return prisma.theatre.findMany({ select: columns, ...page });
}
