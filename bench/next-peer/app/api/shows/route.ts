import { withDailyLimit } from "../../../daily-limit";
import { prisma, showBody, showFields } from "../../../database";

export const GET = withDailyLimit(async () => {
  const shows = await prisma.show.findMany({ select: showFields });
  // Prisma can't order by lower(name).
  shows.sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.id, b.id));
  return Response.json(shows.map(showBody));
});

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
