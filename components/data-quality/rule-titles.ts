import type { DataProblem } from "@/lib/data-quality/schema";

/** The most urgent rules come first. */
export const ruleTitles: { readonly [R in DataProblem["rule"]]: string } = {
  "closed-run-still-current": "Current show has closed",
  "current-show-not-there": "Current show isn’t running there",
  "two-open-productions": "Overlapping productions at one theatre",
  "booking-until-past": "Booking end date is in the past",
  "duplicate-people": "Possible duplicate people",
  "image-not-https": "Image isn’t https",
  "production-without-cast": "Production without a cast",
  "missing-coordinates": "Missing coordinates",
  "missing-capacity": "Missing capacity",
};
