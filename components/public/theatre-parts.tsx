import { PageLink, pageOf } from "@/components/records/directory/page-link";
import { isWithin } from "@/lib/resources/cast-members/presence.browser";
import type { TheatreView } from "@/lib/listings/pages/schema.browser";
import { Marks, Verified } from "./footnotes";
import { lowerFirst, stateInWords } from "./run-words";
import { AliasLine } from "./show-lede";

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
          {lowerFirst(stateInWords(run, view.today))}.
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
            <a href={website} rel="nofollow noreferrer" className="underline decoration-edge underline-offset-4">
              Own site
            </a>
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
