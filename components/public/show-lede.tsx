import { formatDay } from "@/lib/core/date-words.browser";
import { PageLink, pageOf } from "@/components/records/directory/page-link";
import type { ShowView } from "@/lib/listings/pages/schema.browser";
import type { Alias } from "@/lib/records/schema.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { creditsInWords } from "./creative-team";
import { Marks, Verified } from "./footnotes";
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
          {lowerFirst(stateInWords(run, today))}
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
  const where = run ? ` at ${run.theatre.name}, ${datesOfRun(run, today)}` : "";
  return `${show.name}, ${show.type}${where}. Who is in it on any day, every run and every company, with sources.`;
}
