import "server-only";
import { processSingleton } from "@/lib/core/process-singleton";
import { PictureThread, type Picture } from "@/lib/listings/pages/picture-thread";

const thread = processSingleton("pictures", () => new PictureThread());

/** The picture of a page in previews of links. */
export async function drawPicture(picture: Picture): Promise<Response> {
  const headers = { "Content-Type": "image/png", "Cache-Control": "public, max-age=3600" };
  return new Response(await thread.draw(picture), { headers });
}
