import { prisma, showBody, showFields, withDailyLimit } from "../../../service";

export const GET = withDailyLimit(async () => {
  const shows = await prisma.show.findMany({ select: showFields });
  // Prisma can't order by lower(name).
  const key = ({ name, id }: (typeof shows)[number]) => `${name.toLowerCase()}\0${id}`;
  return Response.json(shows.sort((a, b) => (key(a) < key(b) ? -1 : 1)).map(showBody));
});
