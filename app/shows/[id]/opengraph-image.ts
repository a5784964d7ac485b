import { notFound } from "next/navigation";
import { drawPicture } from "@/app/public-picture";
import { readView, recordIdOf } from "@/app/public-page";
import { wholeFile } from "@/app/whole-file";
import { datesOfRun } from "@/components/public/run-words";
import { pictureSize } from "@/lib/listings/pages/picture-thread";
import { showPage } from "@/lib/listings/pages/record-pages";

export const size = pictureSize;
export const contentType = "image/png";
export const alt = "The show, its theatre and its dates";

export default wholeFile(async function ShowPicture({ params }: { params: Promise<{ id: string }> }) {
  const id = await recordIdOf(params);
  const { show, company, today } =
    (await readView(`show ${JSON.stringify([id, null])}`, (catalogue) => showPage(catalogue, id, null))) ?? notFound();
  const run = company?.run;
  return drawPicture({ name: show.name, lines: run ? [run.theatre.name, datesOfRun(run, today)] : [show.type] });
});
