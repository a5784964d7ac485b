import "server-only";
import { tableOf } from "../api/table.ts";
import type { PrismaClient } from "../db/generated/client.ts";
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

export function listTheatres(prisma: PrismaClient) {
  return prisma.theatre.findMany({ select: columns });
}
