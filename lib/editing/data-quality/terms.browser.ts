/** A contradiction can't be true; a remark is something that a person should look at. */
export const severities = ["contradiction", "remark"] as const;
export type Severity = (typeof severities)[number];

/** The rules in the order of the list, the most urgent first. */
export const problemRules = {
  "closed-run-still-current": { title: "Current show has closed", severity: "contradiction" },
  "current-show-not-there": { title: "Current show isn’t running there", severity: "contradiction" },
  "two-open-productions": { title: "Overlapping productions at one theatre", severity: "contradiction" },
  "booking-until-past": { title: "Booking end date is in the past", severity: "contradiction" },
  "run-type-contradicts-closing": { title: "Open run with a closing date", severity: "contradiction" },
  "transfer-not-later": { title: "Transfer of another show or a later run", severity: "contradiction" },
  "engagement-outside-run": { title: "Engagement outside the run", severity: "contradiction" },
  "engagements-contradict": { title: "Engagements contradict each other", severity: "contradiction" },
  "cover-of-own-role": { title: "Principal covers their own role", severity: "contradiction" },
  "coming-overlap": { title: "Coming productions overlap at one theatre", severity: "remark" },
  "closing-not-verified": { title: "Closes within 14 days, not verified for 7", severity: "remark" },
  "running-not-verified": { title: "Running, not verified for 45 days", severity: "remark" },
  "several-in-role": { title: "Several people in one role", severity: "remark" },
  "stale-engagement": { title: "In it without an end, not verified for 18 months", severity: "remark" },
  "production-without-cast": { title: "Running without a cast", severity: "remark" },
  "undated-cast": { title: "Long run, cast without dates", severity: "remark" },
  "without-schedule": { title: "Running without a week", severity: "remark" },
  "without-director": { title: "Running without a director", severity: "remark" },
  "without-author": { title: "Running without an author", severity: "remark" },
  "without-first-preview": { title: "Press night without a first preview", severity: "remark" },
  "duplicate-people": { title: "Possible duplicate people", severity: "remark" },
  "duplicate-shows": { title: "Possible duplicate shows", severity: "remark" },
  "duplicate-theatres": { title: "Possible duplicate theatres", severity: "remark" },
  "duplicate-roles": { title: "Possible duplicate roles", severity: "remark" },
  "image-not-https": { title: "Image isn’t https", severity: "remark" },
  "missing-coordinates": { title: "Missing coordinates", severity: "remark" },
  "missing-capacity": { title: "Missing capacity", severity: "remark" },
  "production-without-source": { title: "Production without sources", severity: "remark" },
  "show-without-source": { title: "Booking end date without a source", severity: "remark" },
  "cast-without-source": { title: "Cast without sources", severity: "remark" },
  "theatre-without-source": { title: "Theatre without sources", severity: "remark" },
} as const satisfies Record<string, { title: string; severity: Severity }>;

export type ProblemRule = keyof typeof problemRules;

// `Object.keys` loses the type of the literal's keys.
export const ruleNames = Object.keys(problemRules) as [ProblemRule, ...ProblemRule[]];

/** `1 credit`, `2 credits`. */
export function counted(count: number, term: string): string {
  return `${count} ${term}${count === 1 ? "" : "s"}`;
}
