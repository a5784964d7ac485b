import { PageLink, pageOf } from "@/components/records/directory/page-link";
import { formatFullDay } from "@/components/ui/calendar";
import { TitledSection } from "@/components/ui/titled-section";
import { capitalised } from "@/lib/records/terms.browser";
import { dayInWords } from "@/lib/resources/productions/performance-words.browser";
import { inFull } from "../run-words";
import type { RunOfDay } from "@/lib/listings/pages/schema.browser";

/** A run on the front page. */
export type RunTonight = Pick<RunOfDay, "id" | "show" | "theatre" | "days" | "performances">;

interface Props {
  /** Today's date in London, `YYYY-MM-DD`. */
  day: string;
  /** Null when the data can't be read. */
  runs: RunTonight[] | null;
}

/** What is on tonight: twelve runs, then all. */
export function Tonight({ day, runs }: Props) {
  return (
    <TitledSection id="today" title="What’s on tonight" className="mt-12 border-t border-line pt-8" look="text-2xl">
      <p className="mt-1 text-sm text-muted">
        Running on <time dateTime={day}>{formatFullDay(day)}</time>, London time. Where no time stands, it is not known.{" "}
        <PageLink href="/on">By theatre, and on any other day</PageLink>
      </p>
      {runs && runs.length > 0 && <Billings label="Running today" runs={runs.slice(0, shownFirst)} />}
      {runs && runs.length > shownFirst && (
        <details>
          <summary className="cursor-pointer py-3 font-semibold">All {runs.length} shows</summary>
          <Billings label="Also running today" runs={runs.slice(shownFirst)} />
        </details>
      )}
      {runs?.length === 0 && (
        <p className="mt-6">No runs are listed for today. Past and upcoming runs are in the API.</p>
      )}
      {runs === null && <p className="mt-6">We can’t load the listings right now. Try reloading in a minute.</p>}
    </TitledSection>
  );
}

const shownFirst = 12;

function Billings({ label, runs }: { label: string; runs: readonly RunTonight[] }) {
  return (
    <ul aria-label={label} className="mt-6 page-columns">
      {runs.map(({ id, show, theatre, days, performances }) => (
        <li key={id} className="flex flex-col border-t border-line py-3">
          <a href={pageOf("shows", show.id)} className={`font-display text-lg leading-6 font-semibold ${linkClass}`}>
            {show.name}
          </a>
          <span className="text-sm">
            <a href={pageOf("theatres", theatre.id)} className={`inline-flex min-h-6 items-center ${linkClass}`}>
              {theatre.name}
            </a>
          </span>
          {performances && <span className="text-sm">{capitalised(dayInWords(performances, true))}</span>}
          <span className="text-sm text-muted">
            <span className="capitalize">{show.type}</span>,{" "}
            {days.last ? `until ${inFull.format(new Date(days.last))}` : `since ${days.first.slice(0, 4)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

const linkClass = "underline decoration-transparent underline-offset-4 hover:decoration-curtain";

/** How many records there are of each kind. @param holdings null when the data can't be read. */
export function RecordCounts({ holdings }: { holdings: { path: string; plural: string; count: number }[] | null }) {
  return (
    <TitledSection id="holdings" title="What’s in the data" className="mt-12 border-t border-line pt-8" look="text-2xl">
      {holdings ? (
        <dl className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(max(7rem,30%),1fr))] gap-x-6 gap-y-6 sm:grid-cols-3 lg:grid-cols-7">
          {holdings.map(({ path, plural, count }) => (
            <div key={path} className="flex flex-col-reverse justify-end border-l-2 border-gilt pl-3">
              <dt className="text-sm">
                {plural}
                <code className="block font-mono text-xs text-muted">/api/{path}</code>
              </dt>
              <dd className="font-display text-3xl font-semibold">{count.toLocaleString("en-GB")}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-4 text-muted">We can’t load the counts right now. Try reloading in a minute.</p>
      )}
    </TitledSection>
  );
}
