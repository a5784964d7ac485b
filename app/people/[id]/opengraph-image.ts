import { readPerson } from "@/app/public-page";
import { recordPicture } from "@/app/public-picture";
import { careerInWords } from "@/components/public/career";
import { pictureSize } from "@/lib/listings/pages/picture-thread";

export const size = pictureSize;
export const contentType = "image/png";
export const alt = "The person and the shows that they were in";

export default recordPicture(readPerson, ({ person, credits, today }) => ({
  name: person.name,
  lines: [careerInWords(credits, today)],
}));
