import "server-only";
import { notFound } from "next/navigation";
import { wholeFile } from "@/app/public-file";
import { recordIdOf } from "@/app/public-page";
import { processSingleton } from "@/lib/core/process-singleton";
import { PictureThread, type Picture } from "@/lib/listings/pages/picture-thread";

const thread = processSingleton("pictures", () => new PictureThread());

/** The picture of a record's page in previews of links. */
export function drawRecordPicture<View>(find: (id: string) => Promise<View | null>, describe: (view: View) => Picture) {
  return wholeFile(async ({ params }: { params: Promise<{ id: string }> }) => {
    const view = (await find(await recordIdOf(params))) ?? notFound();
    const headers = { "Content-Type": "image/png", "Cache-Control": "public, max-age=3600" };
    return new Response(await thread.draw(describe(view)), { headers });
  });
}
