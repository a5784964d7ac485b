import { prisma, showBody, showFields, withDailyLimit } from "../../../../service";

export const GET = withDailyLimit(async (_request, { params }: { params: Promise<{ id: string }> }) => {
  const show = await prisma.show.findUnique({ where: { id: (await params).id }, select: showFields });
  return show ? Response.json(showBody(show)) : Response.json({ error: "Show not found" }, { status: 404 });
});
