import { PageLink, pageOf } from "@/components/records/directory/page-link";
import type { ListedShow } from "@/lib/listings/pages/schema.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { PageSection } from "./public-page";
import { stateInWords } from "./run-words";

const titles = { running: "Running now", upcoming: "Coming", closed: "Past" };
const states = ["running", "upcoming", "closed"] as const;

/** What hides the shows of other types; the class names stand here in full for Tailwind. */
const onlyType = {
  musical: "has-[[value=musical]:checked]:[&_[data-type]:not([data-type=musical])]:hidden",
  play: "has-[[value=play]:checked]:[&_[data-type]:not([data-type=play])]:hidden",
  comedy: "has-[[value=comedy]:checked]:[&_[data-type]:not([data-type=comedy])]:hidden",
  drama: "has-[[value=drama]:checked]:[&_[data-type]:not([data-type=drama])]:hidden",
};

/** The shows by whether they run, are to come, or are over; of one type, without a script too; the past ones by letter. */
export function ShowSections({ shows, today }: { shows: readonly ListedShow[]; today: string }) {
  const stateOf = ({ run }: ListedShow) => {
    if (!run || (run.days.last !== null && run.days.last < today)) return "closed";
    return run.days.first > today ? "upcoming" : "running";
  };
  const sections = states
    .map((state) => ({ state, some: shows.filter((show) => stateOf(show) === state) }))
    .filter(({ some }) => some.length > 0);
  const types = ["", ...Object.keys(onlyType).filter((type) => shows.some((show) => show.type === type))];
  return (
    <div className={Object.values(onlyType).join(" ")}>
      <div className="mt-6 flex flex-wrap items-baseline gap-x-8 gap-y-2 print:hidden">
        <nav aria-label="Parts of the list" className="flex flex-wrap gap-x-4">
          {sections.map(({ state, some }) => (
            <PageLink key={state} href={`#${state}`}>
              {`${titles[state]} ${some.length}`}
            </PageLink>
          ))}
        </nav>
        <fieldset className="flex flex-wrap gap-x-4">
          <legend className="sr-only">Type</legend>
          {types.map((type) => (
            <label key={type} className="flex min-h-8 cursor-pointer items-center gap-2">
              <input type="radio" name="type" value={type} defaultChecked={type === ""} className="accent-curtain" />
              {type === "" ? "All" : capitalised(type)}
            </label>
          ))}
        </fieldset>
      </div>
      {sections.map(({ state, some }) => (
        <PageSection
          key={state}
          id={state}
          title={
            <>
              {titles[state]} <span className="font-sans text-base font-normal text-muted">{some.length}</span>
            </>
          }
        >
          {state === "closed" ? <ByLetter shows={some} today={today} /> : <Shows shows={some} today={today} />}
        </PageSection>
      ))}
    </div>
  );
}

function ByLetter({ shows, today }: { shows: readonly ListedShow[]; today: string }) {
  const letters = [...new Set(shows.map(letterOf))].toSorted();
  return (
    <>
      <nav aria-label="By letter" className="mt-2 flex flex-wrap gap-x-3 print:hidden">
        {letters.map((letter) => (
          <a
            key={letter}
            href={`#past-${letter}`}
            className="inline-grid min-h-8 min-w-6 place-items-center font-semibold"
          >
            {letter}
          </a>
        ))}
      </nav>
      {letters.map((letter) => (
        <section key={letter} aria-labelledby={`past-${letter}`} className="mt-4">
          <h3 id={`past-${letter}`} className="scroll-mt-6 text-lg font-semibold">
            {letter}
          </h3>
          <Shows shows={shows.filter((show) => letterOf(show) === letter)} today={today} />
        </section>
      ))}
    </>
  );
}

/** The letter under which a show stands, without an accent; `0–9` for digits. */
function letterOf({ name }: ListedShow): string {
  const [first = ""] = /[\p{L}\p{N}]/u.exec(name.normalize("NFD").toUpperCase()) ?? [];
  return /[A-Z]/.test(first) ? first : "0–9";
}

function Shows({ shows, today }: { shows: readonly ListedShow[]; today: string }) {
  return (
    <ul className="mt-2 page-columns">
      {shows.map(({ id, name, type, run, runCount }) => (
        <li key={id} data-type={type} className="border-b border-line py-2 [overflow-wrap:anywhere]">
          <PageLink href={pageOf("shows", id)}>{name}</PageLink>
          <span className="block text-sm text-muted">
            {type}
            {run && `, ${run.theatre.name}. ${stateInWords(run.days, today)}`}
            {runCount > 1 && ` · ${runCount} runs`}
          </span>
        </li>
      ))}
    </ul>
  );
}
