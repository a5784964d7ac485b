import { buttonClass } from "@/components/ui/button";
import type { PosterShow } from "@/lib/listings/pages/schema.browser";
import { firstListed, lastListed } from "./day-form";

interface Props {
  show: string;
  day: string;
  role?: string | undefined;
  /** The shows to choose from; the page's script sets the day to the one that is known for the show that is typed. */
  shows: readonly PosterShow[];
}

const blank = "rounded border border-edge bg-raised px-2 py-1 font-sans text-lg font-normal max-sm:mt-1 max-sm:w-full";

/** The question as a sentence to fill in. The page's script answers as one types; without it this is a form. */
export function Poster({ show, day, role = "", shows }: Props) {
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
