import type { BarGroup } from "@/components/cast/bars/bar-groups";
import type { CastEntry, PersonCredit } from "@/lib/listings/casts/schema.browser";
import type { CrewMemberEntry } from "@/lib/resources/crew-members/schema.browser";
import { jobInWords } from "@/lib/resources/crew-members/terms.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { earliestDay } from "@/lib/core/partial-dates.browser";
import { presenceIn, spanOfRuns, type RunDays } from "@/lib/resources/cast-members/presence.browser";

/**
 * The credits as the groups of a chart: a production, and below it the person's parts.
 *
 * @param pageOf the public page that a part leads to; absent: in the dashboard.
 */
export function creditGroups(
  credits: readonly PersonCredit[],
  today: string,
  pageOf?: (credit: PersonCredit) => string,
): BarGroup[] {
  return credits.map((credit) => ({
    id: credit.production.id,
    title: `${credit.production.show.name}, ${credit.theatre.name}`,
    rows: [
      ...credit.cast_members.map((member) => ({
        id: member.id,
        name: creditedPart(member),
        engagements: member.engagements,
        presence: presenceIn(member.engagements, runOf(credit), today),
        ...(pageOf && { href: pageOf(credit) }),
      })),
      ...credit.crew_members.map((member) => ({
        id: member.id,
        name: creditedJob(member),
        engagements: [{ from: runOf(credit).first, to: runOf(credit).last, ended: false, seen: [], note: null }],
        presence: { possible: [], certain: [runOf(credit)] },
        ...(pageOf && { href: pageOf(credit) }),
      })),
    ],
  }));
}

/** The days of all productions together. */
export function careerOf(credits: readonly PersonCredit[]): RunDays {
  return spanOfRuns(credits.map(runOf));
}

/** The words of the programme, else the job. */
export function creditedJob({ job, credit }: CrewMemberEntry): string {
  return credit ?? capitalised(jobInWords(job));
}

/** The role, with the type unless the person is a principal. */
export function creditedPart({ role, role_type }: CastEntry): string {
  if (!role) return `${role_type.charAt(0).toUpperCase()}${role_type.slice(1)}`;
  return role_type === "principal" ? role.name : `${role.name} (${role_type})`;
}

/** A credit has no first preview, so a run begins at the opening, or with the person's first engagement before it. */
function runOf({ production, cast_members }: PersonCredit): RunDays {
  const beginnings = cast_members.flatMap(({ engagements }) =>
    engagements.flatMap(({ from }) => (from?.length === 10 ? earliestDay(from) : [])),
  );
  const [first = production.opening_date] = [production.opening_date, ...beginnings].toSorted();
  return { first, last: production.closing_date };
}
