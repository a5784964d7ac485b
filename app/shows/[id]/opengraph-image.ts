import { viewShow } from "@/app/public-page";
import { drawRecordPicture } from "@/app/public-picture";
import { datesOfRun } from "@/components/public/run-words";
import { pictureSize } from "@/lib/listings/pages/picture-thread";

export const size = pictureSize;
export const contentType = "image/png";
export const alt = "The show, its theatre and its dates";

export default drawRecordPicture(viewShow, ({ show, company, today }) => ({
  name: show.name,
  lines: company ? [company.run.theatre.name, datesOfRun(company.run.days, today)] : [show.type],
}));
