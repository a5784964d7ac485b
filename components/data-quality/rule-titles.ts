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

const severities = {
  wrong: { rank: 0, tone: "danger", label: "Wrong" },
  check: { rank: 1, tone: "warning", label: "Check" },
  missing: { rank: 2, tone: "neutral", label: "Missing" },
} as const;

/** What readers of the listings would see: something wrong, something doubtful, or nothing. */
export const ruleSeverities: {
  readonly [R in DataProblem["rule"]]: (typeof severities)[keyof typeof severities];
} = {
  "closed-run-still-current": severities.wrong,
  "current-show-not-there": severities.wrong,
  "two-open-productions": severities.wrong,
  "booking-until-past": severities.wrong,
  "duplicate-people": severities.check,
  "image-not-https": severities.check,
  "production-without-cast": severities.missing,
  "missing-coordinates": severities.missing,
  "missing-capacity": severities.missing,
};
