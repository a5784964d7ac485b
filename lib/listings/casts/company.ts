import "server-only";
import type { CastEntry } from "./schema.browser.ts";
import { daysBetween } from "../../core/dates.ts";
import { dayBefore, spansOf, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import { coverTypes } from "../../resources/cast-members/terms.browser.ts";

/** Who was in a production on a day, the likeliest first. */
interface Company {
  /** Those who played one of the roles; without roles, everyone. */
  readonly players: readonly CastEntry[];
  /** Those who covered one of the roles: understudies, standbys, swings and alternates of it. */
  readonly covers: readonly CastEntry[];
  /** Who was known last in a role that no one certainly played, in cast order. */
  readonly lastKnown: readonly CastEntry[];
}

/**
 * Divides those who may have been in a production on a day (`castOn`) into players and covers.
 *
 * @param known who is certain on that day, and who was known last (`lastKnownOn`).
 * @param roles the ids of the roles that are asked about; null: no role.
 */
export function companyOn(
  cast: readonly CastEntry[],
  known: readonly CastEntry[],
  { day, run, today, roles }: { day: string; run: RunDays; today: string; roles: ReadonlySet<string> | null },
): Company {
  const likeliestFirst = cast
    .map((entry) => ({ entry, likelihood: likelihoodOn(day, entry, run, today) }))
    .toSorted((a, b) => b.likelihood - a.likelihood)
    .map(({ entry }) => entry);
  const lastKnown = known.filter(({ certain, role_id }) => !certain && (roles?.has(role_id ?? "") ?? true));
  if (roles === null) return { players: likeliestFirst, covers: [], lastKnown };
  const inPart = (part: "plays" | "covers") => likeliestFirst.filter((entry) => partIn(entry, roles) === part);
  return { players: inPart("plays"), covers: inPart("covers"), lastKnown };
}

/** Whether someone plays one of these roles or covers it; null for neither. */
function partIn({ role_id, role_type, covers }: CastEntry, roles: ReadonlySet<string>): "plays" | "covers" | null {
  const isInRole = role_id !== null && roles.has(role_id);
  if (isInRole && !coverTypes.includes(role_type)) return "plays";
  return isInRole || covers.some((cover) => roles.has(cover.role_id)) ? "covers" : null;
}

/**
 * How likely a person was in the company on a day, from 0 to 1: each day on which an engagement can begin or end counts
 * the same. 0 without engagements, because nothing is known.
 */
function likelihoodOn(day: string, entry: CastEntry, run: RunDays, today: string): number {
  if (entry.certain) return 1;
  return Math.max(0, ...entry.engagements.map((one) => ofEngagement(day, one, run, today)));
}

function ofEngagement(day: string, one: CastEntry["engagements"][number], run: RunDays, today: string): number {
  const { begin, end } = spansOf(one, run, today);
  const [earliestEnd, latestEnd] = end;
  // A beginning that is not known lies before the end, and before today.
  const latestBegin = [begin[1], latestEnd, today > day ? today : day].toSorted()[0] ?? day;
  const hasBegun = shareUpTo(day, begin[0], latestBegin);
  const hasNotEnded = 1 - shareUpTo(dayBefore(day), earliestEnd, latestEnd);
  return hasBegun * hasNotEnded;
}

/** The share of the days from `first` to `last` that are not after `day`. */
function shareUpTo(day: string, first: string, last: string): number {
  if (day < first) return 0;
  if (day >= last) return 1;
  return (daysBetween(first, day) + 1) / (daysBetween(first, last) + 1);
}
