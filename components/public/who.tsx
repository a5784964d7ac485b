import { PageLink, pageOf } from "@/components/records/directory/page-link";
import { buttonClass } from "@/components/ui/button";
import type { Player, PosterShow, WhoAnswer } from "@/lib/listings/pages/schema.browser";
import { firstListed, lastListed } from "./day-form";
import { lastKnownInWords, perhapsInWords } from "./page-script";
import { callOfAnswer, perhapsIn, sayWho } from "./who-words";

interface PosterProps {
  show: string;
  day: string;
  role?: string | undefined;
  /** The shows to choose from; the page's script sets the day to the one that is known for the show that is typed. */
  shows: readonly PosterShow[];
}

const blank = "rounded border border-edge bg-raised px-2 py-1 font-sans text-lg font-normal max-sm:mt-1 max-sm:w-full";

/** The question as a sentence to fill in. The page's script answers as one types; without it this is a form. */
export function Poster({ show, day, role = "", shows }: PosterProps) {
  return (
    <form action="/who" data-poster className="mt-4 font-display text-2xl leading-[2.2] font-semibold print:hidden">
      <p>
        Who was in{" "}
        <input
          name="show"
          list="shows"
          aria-label="Show"
          defaultValue={show}
          required
          maxLength={100}
          autoComplete="off"
          className={`${blank} w-[216px]`}
        />{" "}
        on{" "}
        <input
          type="date"
          name="on"
          aria-label="Day"
          defaultValue={day}
          min={firstListed}
          max={lastListed}
          className={blank}
        />{" "}
        and who played{" "}
        <input
          name="role"
          aria-label="Role, if one is asked for"
          placeholder="any role"
          defaultValue={role}
          maxLength={100}
          autoComplete="off"
          className={`${blank} w-40`}
        />
        <span className="ml-1 max-sm:hidden">? </span>
        <button type="submit" className={`${buttonClass("primary")} align-middle font-sans`}>
          Ask
        </button>
      </p>
      <datalist id="shows">
        {shows.map(({ id, name, day: known }) => (
          <option key={id} value={name} data-day={known ?? undefined} />
        ))}
      </datalist>
    </form>
  );
}

/** The answer in a sentence, with how sure it is, and below it the people and the call that gives the same. */
export function WhoAnswerView({ answer }: { answer: WhoAnswer }) {
  const { sentence, certainty } = sayWho(answer);
  const { choices, day, show: chosen } = answer;
  const { role } = answer.question;
  const named = [...answer.players, ...answer.covers];
  const perhaps = answer.beyondSale ? [] : perhapsIn(answer, named).map(({ person }) => person.name);
  const certain = named.filter((player) => player.certain);
  const players = answer.beyondSale ? certain : [...certain, ...answer.lastKnown];
  const people = [
    ...players.map((player) => ({ person: player.person, part: partOf(player, answer.today) })),
    ...answer.crew.map((person) => ({ person, part: null })),
  ];
  const call = callOfAnswer(answer);
  return (
    <>
      <p className="font-display text-2xl leading-snug font-semibold [overflow-wrap:anywhere]">{sentence}</p>
      {certainty && (
        <p className="mt-2">
          <strong>{certainty.word}.</strong> <span className="text-muted">{certainty.reason}</span>
        </p>
      )}
      {choices.length > 0 && (
        <ul className="mt-2">
          {choices.map(({ id, name }) => (
            <li key={id}>
              <PageLink href={whoHref(chosen ? { show: chosen.id, on: day, role: name } : { show: id, on: day, role })}>
                {name}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      {people.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
          {people.map(({ person, part }, index) => (
            <li key={`${person.id} ${index}`}>
              <PageLink href={pageOf("people", person.id)}>{person.name}</PageLink>
              {part !== null && " "}
              {part !== null && <span className="text-sm text-muted">{part}</span>}
            </li>
          ))}
        </ul>
      )}
      {perhaps.length > 0 && <p className="mt-2 text-muted">{perhapsInWords(perhaps)}</p>}
      {chosen && (
        <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {answer.run && !answer.beyondSale && (
            <PageLink href={`${pageOf("shows", chosen.id)}?on=${day}`}>The company of that day</PageLink>
          )}
          <PageLink href={`/on?date=${day}`}>What else was on</PageLink>
          <PageLink href={whoHref({ show: chosen.id, on: day, role })}>Link to this answer</PageLink>
        </p>
      )}
      {call !== null && (
        <p className="mt-2 text-sm text-muted [overflow-wrap:anywhere]">
          The same from the API:{" "}
          <a href={call} rel="nofollow" className="font-mono underline decoration-edge underline-offset-4">
            GET {call}
          </a>
        </p>
      )}
    </>
  );
}

/** What someone plays, and when they were known in it last. */
function partOf({ role, role_type, last_known_on }: Player, today: string): string {
  const words = [
    role?.name ?? role_type,
    role !== null && role_type !== "principal" && role_type,
    last_known_on !== undefined && lastKnownInWords(last_known_on, today),
  ];
  return words.filter((word) => word !== false).join(", ");
}

function whoHref({ show, on, role }: { show: string; on: string; role: string | null }): string {
  return `/who?${new URLSearchParams({ show, on, ...(role !== null && { role }) }).toString()}`;
}
