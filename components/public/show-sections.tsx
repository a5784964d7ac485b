import { PageLink, pageOf } from "@/components/records/directory/page-link";
import type { ListedShow } from "@/lib/listings/pages/schema.browser";
import { PageSection } from "./public-page";
import { stateInWords } from "./run-words";

const titles = { running: "Running now", upcoming: "Coming", closed: "Past" };

/** The shows by whether they run, are to come, or are over. */
export function ShowSections({ shows, today }: { shows: readonly ListedShow[]; today: string }) {
  const stateOf = ({ run }: ListedShow): keyof typeof titles => {
    if (!run || (run.days.last !== null && run.days.last < today)) return "closed";
    return run.days.first > today ? "upcoming" : "running";
  };
  return (["running", "upcoming", "closed"] as const).map((state) => {
    const some = shows.filter((show) => stateOf(show) === state);
    if (some.length === 0) return null;
    return (
      <PageSection
        key={state}
        id={state}
        title={
          <>
            {titles[state]} <span className="font-sans text-base font-normal text-muted">{some.length}</span>
          </>
        }
      >
        <ul className="mt-2 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {some.map(({ id, name, type, run, runCount }) => (
            <li key={id} className="border-b border-line py-2 [overflow-wrap:anywhere]">
              <PageLink href={pageOf("shows", id)}>{name}</PageLink>
              <span className="block text-sm text-muted">
                {type}
                {run && `, ${run.theatre.name}. ${stateInWords(run, today)}`}
                {runCount > 1 && ` · ${runCount} runs`}
              </span>
            </li>
          ))}
        </ul>
      </PageSection>
    );
  });
}
