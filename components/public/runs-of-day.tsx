import { formatDay } from "@/lib/core/date-words.browser";
import { PageLink, pageOf, quietLinkClass } from "@/components/records/directory/page-link";
import { capitalised } from "@/lib/records/terms.browser";
import { dayInWords } from "@/lib/resources/productions/performance-words.browser";
import type { Run, RunOfDay } from "@/lib/listings/pages/schema.browser";
import { PageSection } from "./public-page";
import { saleInWords } from "./run-words";

const inMonth = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** What is on, theatre by theatre. */
export function RunsOfDay({ runs, today, isToday }: { runs: readonly RunOfDay[]; today: string; isToday: boolean }) {
  return (
    <ul className="mt-2 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
      {runs.map(({ id, show, theatre, closing_date, daysLeft, days, leads, beyondSale, performances }) => (
        <li key={id} className="border-b border-line py-3 [overflow-wrap:anywhere]">
          <span className="block text-sm text-muted">
            <a href={pageOf("theatres", theatre.id)} className={quietLinkClass}>
              {theatre.name}
            </a>
          </span>
          <span className="font-display text-xl leading-7">
            <PageLink href={pageOf("shows", show.id)}>{show.name}</PageLink>
          </span>
          {performances && <span className="block text-sm">{capitalised(dayInWords(performances, isToday))}</span>}
          {leads.length > 0 && (
            <span className="block text-sm">
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
            {closing_date === null
              ? beyondSale
                ? saleInWords(beyondSale)
                : `${days.first > today ? "from" : "since"} ${days.first.slice(0, 4)}`
              : leftInWords(daysLeft, closing_date)}
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
      <ul className="mt-2 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
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

interface MonthProps {
  day: string;
  opening: readonly Run[];
  closing: readonly Run[];
}

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
