import { notFound } from "next/navigation";
import { drawPicture } from "@/app/public-picture";
import { readView, recordIdOf } from "@/app/public-page";
import { wholeFile } from "@/app/whole-file";
import { datesOfRun } from "@/components/public/run-words";
import { playingNow } from "@/components/public/ledes";
import { pictureSize } from "@/lib/listings/pages/picture-thread";
import { theatrePage } from "@/lib/listings/pages/record-pages";

export const size = pictureSize;
export const contentType = "image/png";
export const alt = "The theatre and what runs there";

export default wholeFile(async function TheatrePicture({ params }: { params: Promise<{ id: string }> }) {
  const id = await recordIdOf(params);
  const view = (await readView(`theatre ${id}`, (catalogue) => theatrePage(catalogue, id))) ?? notFound();
  const { theatre, today } = view;
  const run = playingNow(view);
  const lines = [theatre.address ?? "London", ...(run ? [`${run.show.name}, ${datesOfRun(run, today)}`] : [])];
  return drawPicture({ name: theatre.name, lines });
});
