import { notFound } from "next/navigation";
import { drawPicture } from "@/app/public-picture";
import { readView, recordIdOf } from "@/app/public-page";
import { wholeFile } from "@/app/whole-file";
import { careerInWords } from "@/components/public/career";
import { pictureSize } from "@/lib/listings/pages/picture-thread";
import { personPage } from "@/lib/listings/pages/record-pages";

export const size = pictureSize;
export const contentType = "image/png";
export const alt = "The person and the shows that they were in";

export default wholeFile(async function PersonPicture({ params }: { params: Promise<{ id: string }> }) {
  const id = await recordIdOf(params);
  const { person, credits, today } =
    (await readView(`person ${id}`, (catalogue) => personPage(catalogue, id))) ?? notFound();
  return drawPicture({ name: person.name, lines: [careerInWords(credits, today)] });
});
