import { daysAfter } from "@/components/ui/calendar";
import { formatDay } from "@/lib/core/date-words.browser";
import { PageLink, pageOf, QuietLink } from "@/components/records/directory/page-link";
import { capitalised } from "@/lib/records/terms.browser";
import { dayInWords } from "@/lib/resources/productions/performance-words.browser";
import type { Run, RunOfDay } from "@/lib/listings/pages/schema.browser";
import { showTypes } from "@/lib/resources/shows/terms.browser";
import { PageSection } from "./public-page";
import { inMonth, saleInWords } from "./run-words";

/** Which of a day's runs are shown; null: all of them. */
export interface RunChoice {
  type: (typeof showTypes)[number] | null;
  only: (typeof lately)[number] | null;
}

/** Runs that began or end not far from the day. */
export const lately = ["just-opened", "closing-soon"] as const;
const nearDays = 28;
const latelyNames = { "just-opened": "Just opened", "closing-soon": "Closing soon" };
const typeNames = { musical: "Musicals", play: "Plays", comedy: "Comedies", drama: "Dramas" };

export function chosenRuns(runs: readonly RunOfDay[], day: string, { type, only }: RunChoice): RunOfDay[] {
  const near = {
    "just-opened": ({ days }: RunOfDay) => days.first >= daysAfter(day, -nearDays),
    "closing-soon": ({ daysLeft }: RunOfDay) => daysLeft !== null && daysLeft <= nearDays,
  };
  return runs.filter((run) => (type === null || run.show.type === type) && (only === null || near[only](run)));
}

/** `Plays that close within four weeks` */
export function choiceTitle({ type, only }: RunChoice): string {
  const what = type === null ? "Shows" : typeNames[type];
  if (only === null) return type === null ? "By theatre" : what;
  return only === "just-opened" ? `${what} that opened in the last four weeks` : `${what} that close within four weeks`;
}

interface LinksProps {
  runs: readonly RunOfDay[];
  day: string;
  choice: RunChoice;
  hrefOf(choice: RunChoice): string;
}

/** The ways to some of the day's runs: of a type, just opened, closing soon. The one that is chosen leads back. */
export function RunChoiceLinks({ runs, day, choice, hrefOf }: LinksProps) {
  const { type, only } = choice;
  const link = (name: string, shown: RunChoice, isChosen: boolean, back = shown) => {
    const { length } = chosenRuns(runs, day, shown);
    if (length === 0 && !isChosen) return null;
    return (
      <li key={name}>
        <a
          href={hrefOf(isChosen ? back : shown)}
          rel="nofollow"
          aria-current={isChosen || undefined}
          className="inline-block leading-8 hover:text-curtain aria-[current]:font-semibold aria-[current]:text-curtain aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-8"
        >
          {name} <span className="text-muted">{length}</span>
        </a>
      </li>
    );
  };
  return (
    <nav aria-label="Which shows" className="mt-3 flex flex-wrap gap-x-8 print:hidden">
      <ul className="flex flex-wrap gap-x-4">
        {link("All", { type: null, only: null }, type === null && only === null)}
        {showTypes.map((one) => link(typeNames[one], { only, type: one }, type === one, { only, type: null }))}
      </ul>
      <ul className="flex flex-wrap gap-x-4">
        {lately.map((one) => link(latelyNames[one], { type, only: one }, only === one, { type, only: null }))}
      </ul>
    </nav>
  );
}

/** What is on, theatre by theatre. */
export function RunsOfDay({ runs, today, isToday }: { runs: readonly RunOfDay[]; today: string; isToday: boolean }) {
  return (
    <ul className="mt-2 page-columns">
      {runs.map(({ id, show, theatre, daysLeft, days, leads, beyondSale, performances }) => (
        <li key={id} className="border-b border-line py-3 [overflow-wrap:anywhere]">
          <span className="block text-sm text-muted">
            <QuietLink href={pageOf("theatres", theatre.id)}>{theatre.name}</QuietLink>
          </span>
          <span className="font-display text-xl leading-7">
            <PageLink href={pageOf("shows", show.id)}>{show.name}</PageLink>
          </span>
          {performances && <span className="block text-sm">{capitalised(dayInWords(performances, isToday))}</span>}
          {leads.length > 0 && (
            <span className="block text-sm text-muted">
              with{" "}
              {leads.map(({ id: person, name }, index) => (
                <span key={person}>
                  {index > 0 && ", "}
                  <a href={pageOf("people", person)} className="hover:text-curtain hover:underline">
                    {name}
                  </a>
                </span>
              ))}
            </span>
          )}
          <span className="block text-sm text-muted">
            {show.type},{" "}
            {days.last === null
              ? beyondSale
                ? saleInWords(beyondSale)
                : `${days.first > today ? "from" : "since"} ${days.first.slice(0, 4)}`
              : leftInWords(daysLeft, days.last)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Those that run and have no performance on the day. */
export function RestingRuns({ runs, title }: { runs: readonly RunOfDay[]; title: string }) {
  if (runs.length === 0) return null;
  return (
    <PageSection id="resting" title={`${title}: ${runs.length}`}>
      <ul className="mt-2 page-columns">
        {runs.map(({ id, show, theatre }) => (
          <li key={id} className="border-b border-line py-1 [overflow-wrap:anywhere]">
            <PageLink href={pageOf("shows", show.id)}>{show.name}</PageLink>{" "}
            <span className="text-muted">{theatre.name}</span>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function leftInWords(daysLeft: number | null, closing: string): string {
  if (daysLeft === 0) return "last day";
  return daysLeft !== null && daysLeft <= 14
    ? `${daysLeft} ${daysLeft === 1 ? "day" : "days"} left`
    : `until ${formatDay(closing)}`;
}

type MonthProps = Record<"opening" | "closing", readonly Run[]> & { day: string };

/** What opens and what closes in the month of a day. */
export function MonthOfRuns({ day, opening, closing }: MonthProps) {
  if (opening.length + closing.length === 0) return null;
  return (
    <PageSection id="month" title={inMonth.format(new Date(day))}>
      <div className="mt-4 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Moves title="Opening" runs={opening} dayOf={({ days }) => days.first} />
        <Moves title="Closing" runs={closing} dayOf={({ days }) => days.last ?? ""} />
      </div>
    </PageSection>
  );
}

function Moves({ title, runs, dayOf }: { title: string; runs: readonly Run[]; dayOf(run: Run): string }) {
  return (
    <section aria-label={title}>
      <h3 className="text-lg font-semibold">{title}</h3>
      {runs.length === 0 && <p className="mt-1 text-muted">Nothing listed.</p>}
      <ul className="mt-1">
        {runs.map((run) => (
          <li
            key={run.id}
            className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 border-t border-line py-1 [overflow-wrap:anywhere]"
          >
            <time dateTime={dayOf(run)} className="whitespace-nowrap text-muted">
              {formatDay(dayOf(run))}
            </time>
            <span>
              <PageLink href={pageOf("shows", run.show.id)}>{run.show.name}</PageLink>{" "}
              <span className="text-muted">{run.theatre.name}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
