import { useState } from "react";
import { today } from "@/components/ui/calendar";
import { DayControl } from "@/components/records/form/day-control";
import { isDay, typedDay } from "@/components/form/typed-day";
import { isComposing } from "@/components/ui/is-typing";
import { Checkbox } from "@/components/ui/checkbox";
import { isRestricting, type DayRange, type ListState } from "./list-state";
import type { DayFilter } from "./list-view";

interface Props {
  filters: readonly DayFilter[];
  days: ListState["days"];
  change(part: Pick<ListState, "days">): void;
}

const everything: DayRange = { from: "", to: "", isWithout: false };

/** Filters by dates: from one day to another, both included, or without the date. */
export function DayFilters({ filters, days, change }: Props) {
  function narrow(id: string, part: Partial<DayRange>) {
    const range = { ...everything, ...days[id], ...part };
    const { [id]: _before, ...others } = days;
    change({ days: isRestricting(range) ? { ...others, [id]: range } : others });
  }
  return filters.map((filter) => (
    <DayRangeFilter
      key={filter.id}
      filter={filter}
      range={days[filter.id] ?? everything}
      narrow={(part) => narrow(filter.id, part)}
    />
  ));
}

interface RangeProps {
  filter: DayFilter;
  range: DayRange;
  narrow(part: Partial<DayRange>): void;
}

function DayRangeFilter({ filter: { id, title, without }, range, narrow }: RangeProps) {
  const { from, to, isWithout } = range;
  return (
    <fieldset className="grid w-full gap-2 sm:w-96">
      <legend className="sr-only">{title}</legend>
      <div className={isWithout ? "hidden" : "grid grid-cols-2 items-start gap-2"}>
        <DayEnd name={`${id}.from`} label={`${title} from`} day={from} narrow={(day) => narrow({ from: day })} />
        <DayEnd name={`${id}.to`} label={`${title} to`} day={to} narrow={(day) => narrow({ to: day })} />
        {from !== "" && to !== "" && from > to && (
          <p className="col-span-2 text-curtain">The first day is after the last.</p>
        )}
      </div>
      {without !== null && (
        <Checkbox checked={isWithout} onChange={(next) => narrow({ ...everything, isWithout: next })}>
          {without}
        </Checkbox>
      )}
    </fieldset>
  );
}

interface EndProps {
  name: string;
  label: string;
  day: string;
  narrow(day: string): void;
}

/** One end of a range. What is typed filters as soon as it is a day. */
function DayEnd({ name, label, day, narrow }: EndProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? day;
  const isWrong = typed !== null && typed !== "" && !isDay(typed);

  function type(text: string) {
    const isComplete = text === "" || isDay(text);
    setTyped(isComplete ? null : text);
    if (isComplete && text !== day) narrow(text);
  }

  return (
    <div
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isComposing(event.nativeEvent)) type(typedDay(value, today()));
      }}
    >
      <DayControl
        label={label}
        name={name}
        value={value}
        hint={isWrong ? "A date, such as 3 Sep 2026, today or +7" : undefined}
        onChange={type}
        onBlur={() => undefined}
      />
    </div>
  );
}
