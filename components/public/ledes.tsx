import { PageLink, pageOf } from "@/components/records/directory/page-link";
import { formatDay } from "@/lib/core/date-words.browser";
import type { ShowView, TheatreView } from "@/lib/listings/pages/schema.browser";
import type { Alias } from "@/lib/records/schema.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { isWithin } from "@/lib/resources/cast-members/presence.browser";
import { creditsInWords } from "./credits";
import { Marks, OutsideLink, Verified } from "./footnotes";
import { datesOfRun, lowerFirst, stateInWords } from "./run-words";

/** What a show is in a line: its kind, and where it is, will be or was. */
export function ShowLede({ view: { show, company, aliases, provenance, today } }: { view: ShowView }) {
  const run = company?.run;
  return (
    <>
      {capitalised(show.type)}
      {run && (
        <>
          {" "}
          at <PageLink href={pageOf("theatres", run.theatre.id)}>{run.theatre.name}</PageLink>,{" "}
          {lowerFirst(stateInWords(run.days, today))}
        </>
      )}
      .{show.booking_until && show.booking_until >= today && ` Booking until ${formatDay(show.booking_until)}.`}
      <Marks marks={provenance.marks} /> {company && creditsInWords(company.crew)} <AliasLine aliases={aliases} />
      {show.description && <span className="mt-3 block text-base text-ink">{show.description}</span>}
      <Verified on={provenance.verifiedOn} />
    </>
  );
}

/** The other names of a record. */
export function AliasLine({ aliases }: { aliases: readonly Alias[] }) {
  if (aliases.length === 0) return null;
  const former = aliases.filter(({ kind }) => kind === "former").map(({ name }) => name);
  const others = aliases.filter(({ kind }) => kind !== "former").map(({ name }) => name);
  return (
    <span>
      {former.length > 0 && `Formerly ${former.join(", ")}. `}
      {others.length > 0 && `Also ${others.join(", ")}. `}
    </span>
  );
}

/** For search engines and previews of links. */
export function showDescription({ show, company, today }: ShowView): string {
  const run = company?.run;
  const where = run ? ` at ${run.theatre.name}, ${datesOfRun(run.days, today)}` : "";
  return `${show.name}, ${show.type}${where}. Who is in it on any day, every run and every company, with sources.`;
}

/** What a theatre is in a line: what runs there, where it is, how many seats. */
export function TheatreLede({ view }: { view: TheatreView }) {
  const { theatre, website, aliases, provenance } = view;
  const run = playingNow(view);
  const facts = [
    theatre.address,
    theatre.postcode,
    theatre.capacity !== null && `${theatre.capacity.toLocaleString("en-GB")} seats`,
  ].filter((fact) => typeof fact === "string");
  return (
    <>
      {run ? (
        <>
          <PageLink href={pageOf("shows", run.show.id)}>{run.show.name}</PageLink>,{" "}
          {lowerFirst(stateInWords(run.days, view.today))}.
        </>
      ) : (
        "Dark today."
      )}{" "}
      <span className="mt-1 block text-base empty:hidden">
        <AliasLine aliases={aliases} />
      </span>
      <span className="mt-3 block text-base">
        {facts.join(" · ")}
        <Marks marks={provenance.marks} />
        {website !== null && (
          <>
            {facts.length > 0 && " · "}
            <OutsideLink href={website}>Own site</OutsideLink>
          </>
        )}
      </span>
      <Verified on={provenance.verifiedOn} />
    </>
  );
}

/** For search engines and previews of links. */
export function theatreDescription(view: TheatreView): string {
  const { theatre, runs } = view;
  const run = playingNow(view);
  const now = run ? `${run.show.name} is on now.` : "Dark today.";
  return `${theatre.name}, London. ${now} ${runs.length} ${runs.length === 1 ? "run" : "runs"} with dates and companies.`;
}

/** The run that is on today. */
export function playingNow({ runs, today }: TheatreView) {
  return runs.find(({ days }) => isWithin(days, today));
}
