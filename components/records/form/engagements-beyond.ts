import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";

export interface EngagementsBeyond {
  /** Those whose engagement would end after the run. */
  ending: readonly CastEntry[];
  /** Those whose engagement would begin after the run. */
  beginning: readonly CastEntry[];
}

/** The cast members whose engagements a closing date leaves outside. @param closing the new closing date. */
export function engagementsBeyond(cast: readonly CastEntry[], closing: string): EngagementsBeyond {
  return {
    ending: cast.filter(({ engagements }) => engagements.some((one) => endsAfter(one, closing))),
    beginning: cast.filter(({ engagements }) => engagements.some((one) => beginsAfter(one, closing))),
  };
}

/** The changes that end engagements with the run. */
export function endedWithRun({ ending }: EngagementsBeyond, closing: string): RequestedChange[] {
  return ending.map(({ id, engagements }) => ({
    action: "update",
    resource: "cast-members",
    id,
    details: { engagements: engagements.map((one) => (endsAfter(one, closing) ? { ...one, to: closing } : one)) },
  }));
}

function endsAfter(engagement: Engagement, closing: string): boolean {
  const { to } = engagement;
  return to !== null && earliestDay(to) > closing && !beginsAfter(engagement, closing);
}

function beginsAfter({ from }: Engagement, closing: string): boolean {
  return from !== null && latestDay(from) > closing && earliestDay(from) > closing;
}
