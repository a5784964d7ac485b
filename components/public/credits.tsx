import { careerOf, creditedJob, creditedPart, creditGroups, windowOfRun } from "@/components/cast/bars/bar-groups";
import { engagementInWords } from "@/components/cast/engagements";
import { CastChart } from "@/components/cast/bars/cast-chart";
import { PageLink, pageOf, QuietLink } from "@/components/records/directory/page-link";
import type { PersonCredit } from "@/lib/listings/casts/schema.browser";
import { capitalised } from "@/lib/records/terms.browser";
import type { TeamMember } from "@/lib/listings/pages/schema.browser";
import { jobInWords, type Job } from "@/lib/resources/crew-members/terms.browser";
import { Marks } from "./footnotes";
import { PageSection } from "./public-page";
import { datesOfRun, joinNames, listNames, lowerFirst } from "./run-words";

/** A person's credits: as bars, and below as a list, the newest first. */
export function Career({ credits, today }: { credits: readonly PersonCredit[]; today: string }) {
  if (credits.length === 0) return null;
  const groups = creditGroups(credits, today, ({ production }) => pageOf("shows", production.show.id));
  return (
    <PageSection id="career" title="In the West End">
      <ul className="mt-2">
        {credits.map((credit) => {
          const { production, theatre, cast_members, crew_members } = credit;
          const { opening_date, closing_date } = production;
          const run = `run ${lowerFirst(datesOfRun({ first: opening_date, last: closing_date }, today))}`;
          const parts = [
            ...cast_members.map((member) => ({
              what: creditedPart(member),
              when: member.engagements.map((one) => engagementInWords(one, today)).join("; "),
            })),
            ...crew_members.map((member) => ({ what: creditedJob(member), when: run })),
          ];
          return (
            <li
              key={production.id}
              className="grid gap-x-10 border-b border-line py-3 [overflow-wrap:anywhere] sm:grid-cols-[3.5rem_2fr_3fr]"
            >
              <span className="text-muted">{production.opening_date.slice(0, 4)}</span>
              <span>
                <span className="font-display text-xl">
                  <PageLink href={pageOf("shows", production.show.id)}>{production.show.name}</PageLink>
                </span>
                <span className="block text-sm text-muted">
                  <QuietLink href={pageOf("theatres", theatre.id)}>{theatre.name}</QuietLink>
                </span>
              </span>
              <ul>
                {parts.map(({ what, when }, index) => (
                  <li key={index}>
                    {what} <span className="text-sm text-muted">{when || `dates not known (${run})`}</span>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
      <h3 className="mt-6 mb-3 text-xl font-semibold">Over the years</h3>
      <CastChart
        label="Credits over time"
        groups={groups}
        window={windowOfRun(careerOf(credits), groups, today)}
        day={today}
      />
    </PageSection>
  );
}

/** A career in a line. */
export function careerInWords(credits: readonly PersonCredit[], today: string): string {
  const [first] = credits.map(({ production }) => production.opening_date).toSorted();
  if (first === undefined) return "No credits are listed.";
  const shows = [...new Set(credits.map(({ production }) => production.show.name))];
  const year = first.slice(0, 4);
  const [only, second] = credits;
  const isOnStage = credits.some(({ cast_members }) => cast_members.length > 0);
  const isCrew = credits.some(({ crew_members }) => crew_members.length > 0);
  if (only && !second) {
    const part = isOnStage ? "In" : `${jobsInWords(only.crew_members)} of`;
    return `${part} ${only.production.show.name}, ${only.theatre.name}, ${year}.`;
  }
  const named = shows.slice(0, shownNames);
  const others = shows.length - named.length;
  const list = others > 0 ? `${named.join(", ")} and ${numberWords[others] ?? others} more` : joinNames(named);
  const where = isOnStage ? (isCrew ? "On and off the stage" : "On stage") : "Behind the stage";
  return `${where} here ${first > today ? "from" : "since"} ${year} in ${list}.`;
}

const shownNames = 3;
const numberWords = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Who made a production: each person once, in the published order. */
export function CreativeTeam({ crew }: { crew: readonly TeamMember[] }) {
  if (crew.length === 0) return null;
  const people = grouped(crew, ({ person }) => person.id);
  return (
    <PageSection id="crew" title="Creative team">
      <ul className="mt-2 page-columns">
        {[...people].map(([id, entries]) => (
          <li key={id} className="border-b border-line py-2 [overflow-wrap:anywhere]">
            <PageLink href={pageOf("people", id)}>{entries[0]?.person.name}</PageLink>
            <Marks marks={[...new Set(entries.flatMap(({ marks }) => marks))]} />
            <span className="block text-sm">{jobsInWords(entries)}</span>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

/** `Set designer, costume designer`; the words of the programme where they differ. */
export function jobsInWords(entries: readonly { job: Job; credit: string | null }[]): string {
  return capitalised([...new Set(entries.map(({ job, credit }) => credit ?? jobInWords(job)))].join(", "));
}

/** What each says of those who have the job, in the order of a sentence. */
const phrases: readonly (readonly [Job, string])[] = [
  ["book", "book"],
  ["composer", "music"],
  ["lyricist", "lyrics"],
  ["author", "written"],
  ["adapter", "adapted"],
  ["translator", "translated"],
  ["director", "directed"],
];

/** `Music and lyrics by A, directed by B and C.` Empty when none of these is known. */
export function creditsInWords(crew: readonly TeamMember[]): string {
  const credits = phrases.flatMap(([job, word]) => {
    const names = new Set(crew.flatMap((member) => (member.job === job ? [member.person.name] : [])));
    return names.size > 0 ? [{ word, by: listNames([...names]) }] : [];
  });
  const shared = [...grouped(credits, ({ by }) => by)];
  const parts = shared.map(([by, entries]) => `${joinNames(entries.map(({ word }) => word))} by ${by}`);
  return parts.length === 0 ? "" : `${capitalised(parts.join(", "))}.`;
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
