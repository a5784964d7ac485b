import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient, type Show } from "../../lib/db/generated/client";

export const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env["DATABASE_URL"], max: 10 }),
});

/** In the order of the response. */
export const showFields = { id: true, name: true, type: true, description: true, image: true, booking_until: true };

export function showBody({ booking_until, ...show }: Pick<Show, keyof typeof showFields>) {
  return { ...show, booking_until: booking_until?.toISOString().slice(0, 10) ?? null };
}
