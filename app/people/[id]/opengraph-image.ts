import { viewPerson } from "@/app/public-page";
import { drawRecordPicture } from "@/app/public-picture";
import { careerInWords } from "@/components/public/credits";
import { pictureSize } from "@/lib/listings/pages/picture-thread";

export const size = pictureSize;
export const contentType = "image/png";
export const alt = "The person and the shows that they were in";

export default drawRecordPicture(viewPerson, ({ person, credits, today }) => ({
  name: person.name,
  lines: [careerInWords(credits, today)],
}));
