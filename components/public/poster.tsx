import { buttonClass } from "@/components/ui/button";
import { firstListed, lastListed } from "./day-form";

interface Props {
  show: string;
  day: string;
  role?: string | undefined;
  /** The names of the shows to choose from. */
  shows: readonly string[];
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
        {shows.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}

/** Where the page's script puts the answer: React leaves what it did not write. */
export function AnswerPlace() {
  return <div data-answer aria-live="polite" className="mt-4 min-h-24" dangerouslySetInnerHTML={{ __html: "" }} />;
}
