import { buttonClass } from "@/components/ui/button";
import { daysAfter } from "@/components/ui/calendar";
import { shortDay } from "./run-words";

interface Props {
  action: string;
  name: string;
  label: string;
  day: string;
  first?: string;
  last?: string;
  /** What else the address keeps. */
  kept?: Readonly<Record<string, string>>;
}

export const firstListed = "1952-01-01";
export const lastListed = "2100-12-31";

/** Chooses a day, without a script too. */
export function DayForm({ action, name, label, day, first = firstListed, last = lastListed, kept = {} }: Props) {
  return (
    <form action={action} className="flex flex-wrap items-end gap-2 print:hidden">
      <label className="text-sm font-semibold">
        {label}
        <input
          type="date"
          name={name}
          defaultValue={day}
          min={first}
          max={last}
          required
          className="mt-1 block min-h-10 rounded border border-edge bg-raised px-3 font-sans font-normal"
        />
      </label>
      {Object.entries(kept).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <button type="submit" className={buttonClass("quiet")}>
        Show
      </button>
    </form>
  );
}

/** The days around a day in one row, three of them on phones, and the way back to today. */
export function DayRow({ hrefOf, day, today }: { hrefOf(day: string): string; day: string; today: string }) {
  const days = [-3, -2, -1, 0, 1, 2, 3].map((by) => ({ by, date: daysAfter(day, by) }));
  return (
    <nav aria-label="Days" className="-mx-2 flex flex-wrap items-stretch sm:-mx-3 print:hidden">
      {days.map(({ by, date }) => (
        <a
          key={by}
          href={hrefOf(date)}
          rel="nofollow"
          aria-current={by === 0 ? "date" : undefined}
          className={`inline-flex min-h-10 items-center px-2 whitespace-nowrap sm:px-3 hover:text-curtain aria-[current=date]:border-b-2 aria-[current=date]:border-curtain aria-[current=date]:font-semibold ${Math.abs(by) > 1 ? "max-md:hidden" : ""}`}
        >
          {shortDay(date)}
        </a>
      ))}
      {day !== today && (
        <a
          href={hrefOf(today)}
          className="inline-flex min-h-10 items-center px-2 font-semibold hover:text-curtain sm:px-3"
        >
          Today
        </a>
      )}
    </nav>
  );
}
