import { buttonClass } from "@/components/ui/button";
import { daysAfter } from "@/components/ui/calendar";

interface Props {
  action: string;
  name: string;
  label: string;
  day: string;
  first?: string;
  last?: string;
}

export const firstListed = "1952-01-01";
export const lastListed = "2100-12-31";

/** Chooses a day, without a script too. */
export function DayForm({ action, name, label, day, first = firstListed, last = lastListed }: Props) {
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
      <button type="submit" className={buttonClass("quiet")}>
        Show
      </button>
    </form>
  );
}

/** The days beside a day, as links. */
export function DayLinks({ hrefOf, day, today }: { hrefOf(day: string): string; day: string; today: string }) {
  const links = [
    { label: "Day before", day: daysAfter(day, -1) },
    ...(day === today ? [] : [{ label: "Today", day: today }]),
    { label: "Day after", day: daysAfter(day, 1) },
  ];
  return (
    <p className="flex flex-wrap gap-2 print:hidden">
      {links.map((link) => (
        <a key={link.label} href={hrefOf(link.day)} rel="nofollow" className={buttonClass("quiet")}>
          {link.label}
        </a>
      ))}
    </p>
  );
}
