import { windowOf, type TimeWindow } from "@/components/ui/charts/time-window";
import { daysAfter } from "@/components/ui/calendar";
import type { CastEntry, PersonCredit } from "@/lib/listings/casts/schema.browser";
import { earliestDay } from "@/lib/core/partial-dates.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { presenceIn, spanOfRuns, type Presence, type RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { CrewMemberEntry } from "@/lib/resources/crew-members/schema.browser";
import { jobInWords } from "@/lib/resources/crew-members/terms.browser";
import { groupNames, partInWords } from "../cast";
import { newEngagement } from "../engagements";

/** A cast member with the days on which it can be in the production. */
export interface BarRow {
  id: string;
  /** The person; with the type for a role that another person plays as a principal. */
  name: string;
  engagements: CastEntry["engagements"];
  presence: Presence;
  /** Of what it is a record; cast members when absent. */
  path?: "cast-members" | "crew-members";
  /** The public page that the name leads to; the dashboard's page of the record when absent. */
  href?: string | undefined;
}

/** Everyone of one role, or of one type without a role. */
export interface BarGroup {
  id: string;
  title: string;
  /** By the first possible day, those without dates last. */
  rows: BarRow[];
}

/**
 * @param cast in cast order, which is that of the groups.
 * @param pageOf the public page of an entry; absent: in the dashboard.
 */
export function barGroups(
  cast: readonly CastEntry[],
  run: RunDays,
  today: string,
  pageOf?: (entry: CastEntry) => string,
): BarGroup[] {
  const groups = new Map<string, BarGroup>();
  for (const entry of cast) {
    const { id, person, role, role_type, engagements } = entry;
    const key = role?.id ?? role_type;
    const group = groups.get(key) ?? { id: key, title: role?.name ?? capitalised(groupNames[role_type]), rows: [] };
    groups.set(key, group);
    const name = role && role_type !== "principal" ? `${person.name} (${role_type})` : person.name;
    group.rows.push({ id, name, engagements, presence: presenceIn(engagements, run, today), href: pageOf?.(entry) });
  }
  return [...groups.values()].map((group) => ({ ...group, rows: group.rows.toSorted(byFirstDay) }));
}

function byFirstDay(one: BarRow, other: BarRow): number {
  const [a, b] = [firstDayOf(one), firstDayOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function firstDayOf({ engagements, presence: { possible } }: BarRow): string {
  const days = engagements.length > 0 ? possible.map(({ first }) => first) : [];
  return days.toSorted()[0] ?? "9999-12-31";
}

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
        href: pageOf?.(credit),
      })),
      ...credit.crew_members.map((member) => ({
        id: member.id,
        path: "crew-members" as const,
        name: creditedJob(member),
        ...wholeRun(runOf(credit)),
        href: pageOf?.(credit),
      })),
    ],
  }));
}

/** What the bar of someone, or of a production, says that has all days of a run. */
export function wholeRun(run: RunDays): Pick<BarRow, "engagements" | "presence"> {
  return {
    engagements: [{ ...newEngagement, from: run.first, to: run.last }],
    presence: { possible: [], certain: [run] },
  };
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
  return role ? partInWords({ role, role_type }) : capitalised(role_type);
}

/** A credit has no first preview, so a run begins at the opening, or with the person's first engagement before it. */
function runOf({ production, cast_members }: PersonCredit): RunDays {
  const beginnings = cast_members.flatMap(({ engagements }) =>
    engagements.flatMap(({ from }) => (from?.length === 10 ? earliestDay(from) : [])),
  );
  const [first = production.opening_date] = [production.opening_date, ...beginnings].toSorted();
  return { first, last: production.closing_date };
}

/** The months of the run. Without a closing date they end some time after the last day that is known. */
export function windowOfRun(run: RunDays, groups: readonly BarGroup[], today: string): TimeWindow {
  if (run.last !== null) return windowOf(run.first, run.last);
  const known = groups.flatMap(({ rows }) =>
    rows.flatMap(({ presence }) => [...presence.possible, ...presence.certain].map(({ first, last }) => last ?? first)),
  );
  const last = [today, run.first, ...known].toSorted().at(-1) ?? today;
  const { months } = windowOf(run.first, last);
  return windowOf(run.first, daysAfter(last, Math.max(30, months * 2)));
}
