import { viewTheatre } from "@/app/public-page";
import { drawRecordPicture } from "@/app/public-picture";
import { playingNow } from "@/components/public/ledes";
import { datesOfRun } from "@/components/public/run-words";
import { pictureSize } from "@/lib/listings/pages/picture-thread";

export const size = pictureSize;
export const contentType = "image/png";
export const alt = "The theatre and what runs there";

export default drawRecordPicture(viewTheatre, (view) => {
  const { theatre, today } = view;
  const run = playingNow(view);
  const lines = [theatre.address ?? "London", ...(run ? [`${run.show.name}, ${datesOfRun(run.days, today)}`] : [])];
  return { name: theatre.name, lines };
});
