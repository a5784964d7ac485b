import type { DataProblem } from "@/lib/data-quality/schema";

/** In the order in which they are worth a person's time. */
export const ruleTitles: { readonly [R in DataProblem["rule"]]: string } = {
  "closed-run-still-current": "A run that has closed is still the current show",
  "current-show-not-there": "The current show does not play there",
  "two-open-productions": "Two open productions in one house",
  "booking-until-past": "Booking has ended",
  "duplicate-people": "People who may be the same",
  "image-not-https": "An image without https",
  "production-without-cast": "A production without cast",
  "missing-coordinates": "A theatre without a place on the map",
  "missing-capacity": "A theatre without its number of seats",
};
