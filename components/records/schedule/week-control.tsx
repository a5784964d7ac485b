import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { DayControl } from "@/components/form/day-control";
import { isDay } from "@/components/form/typed-day";
import { problemAt, useJsonField, type RecordForm } from "@/components/records/form/record-form";
import type { RecordField } from "@/components/records/form/record-shape";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { formatDay } from "@/lib/core/date-words.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { timeInWords } from "@/lib/resources/productions/performance-words.browser";
import { weekdays } from "@/lib/resources/productions/terms.browser";
import { readWeek, TimesField, type PastedTime, type Weekday } from "./times-field";

/** The ordinary week of a production: seven days with their times, for each period in which others hold. */
export function WeekControl({ field, form }: { field: RecordField; form: RecordForm }) {
  const { value, change, blur, errors, element } = useJsonField<readonly WeeklyEntry[]>(form, field.name, []);
  const stored = JSON.stringify(value);
  const [held, setHeld] = useState({ stored, periods: periodsOf(value) });
  // The schedule was changed elsewhere, as by an undo. A week without times is in no schedule, so it is held here.
  if (held.stored !== stored) setHeld({ stored, periods: periodsOf(value) });
  const { periods } = held;
  const addButton = useRef<HTMLButtonElement>(null);

  /** The problem of a day's times, or of the days of a period. */
  function problemOf({ from, to }: Period, member: string, day?: Weekday): string | undefined {
    for (const [index, entry] of value.entries()) {
      if (entry.from !== from || entry.to !== to || (day !== undefined && entry.day !== day)) continue;
      const problem = problemAt(errors, index, member) ?? (day && problemAt(errors, index));
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  function set(next: readonly Period[]) {
    const schedule = scheduleOf(next);
    setHeld({ stored: JSON.stringify(schedule), periods: next });
    change(schedule);
  }

  return (
    <fieldset ref={element} onBlur={blur} className="min-w-0">
      <legend className="text-sm font-semibold">{field.label} (optional)</legend>
      {field.hint && <p className="mt-1 text-sm text-muted">{field.hint}</p>}
      <ul className="mt-1 divide-y divide-line rounded border border-line">
        {periods.map((period, index) => (
          // Weeks have no id of their own, and are never reordered.
          <li key={index} className="p-3">
            <Week
              period={period}
              isOnly={periods.length === 1}
              problemOf={(member, day) => problemOf(period, member, day)}
              onChange={(next) => set(periods.with(index, next))}
              onRemove={() => {
                set(periods.toSpliced(index, 1));
                addButton.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      {problemAt(errors) !== undefined && <p className="mt-1 text-sm text-curtain">{problemAt(errors)}</p>}
      <Button ref={addButton} icon={Plus} className="mt-2" onClick={() => set([...periods, emptyPeriod])}>
        Add another week
      </Button>
    </fieldset>
  );
}

interface WeekProps {
  period: Period;
  isOnly: boolean;
  problemOf(member: string, day?: Weekday): string | undefined;
  onChange(period: Period): void;
  onRemove(): void;
}

function Week({ period, isOnly, problemOf, onChange, onRemove }: WeekProps) {
  const { from, to, times } = period;
  // What a further week is for are its days.
  const [isOpen, setIsOpen] = useState(!isOnly && from === null && to === null);
  const hasProblem = (problemOf("from") ?? problemOf("to")) !== undefined;
  return (
    <div role="group" aria-label={daysInWords(period)} className="grid gap-3">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))] gap-2">
        {weekdays.map((day) => (
          <TimesField
            key={day}
            label={capitalised(day)}
            times={times[day]}
            problem={problemOf("time", day)}
            onChange={(next) => onChange({ ...period, times: { ...times, [day]: next } })}
          />
        ))}
      </div>
      <details open={isOpen || hasProblem} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="cursor-pointer py-1 text-sm font-semibold">{daysInWords(period)}</summary>
        <div className="mt-1 grid gap-3 sm:grid-cols-2">
          {(["from", "to"] as const).map((member) => (
            <DayControl
              key={member}
              label={member === "from" ? "First day" : "Last day"}
              hint={member === "from" ? "Empty: the run’s first day" : "Empty: the run’s last day"}
              name={member}
              value={period[member] ?? ""}
              problem={problemOf(member)}
              onChange={(day) => onChange({ ...period, [member]: day === "" ? null : day })}
            />
          ))}
        </div>
      </details>
      <PasteWeek onTake={(more) => onChange(withTimes(period, more))} />
      {!isOnly && (
        <Button look="plain" className="justify-self-start" onClick={onRemove}>
          Remove this week
        </Button>
      )}
    </div>
  );
}

function daysInWords({ from, to }: Period): string {
  const words = (day: string) => (isDay(day) ? formatDay(day) : day);
  if (from === null && to === null) return "In the whole run";
  return [...(from === null ? [] : [`From ${words(from)}`]), ...(to === null ? [] : [`until ${words(to)}`])].join(" ");
}

/** Takes the times of a pasted text; what is not understood stays in the field and is told. */
function PasteWeek({ onTake }: { onTake(times: readonly PastedTime[]): void }) {
  const [text, setText] = useState("");
  const parts = readWeek(text);
  const times = parts.flatMap((part) => part.times);
  const left = parts.filter(({ problem }) => problem !== null);
  return (
    <details>
      <summary className="cursor-pointer py-1 text-sm font-semibold">Paste times</summary>
      <div className="mt-1 grid gap-2">
        <TextField
          label="Times as the theatre writes them"
          hint="Such as “Tue–Sat 7.30pm, Wed & Sat 2.30pm, Sun 3pm”"
          rows={2}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div role="status" className="text-sm">
          {parts.map(({ text: part, problem, times: found }, index) => (
            <p key={index} className={`[overflow-wrap:anywhere] ${problem === null ? "" : "text-curtain"}`}>
              {problem === null
                ? found.map(({ day, time }) => `${capitalised(day)} ${timeInWords(time)}`).join(", ")
                : `${part}: ${problem}. It stays here.`}
            </p>
          ))}
        </div>
        <Button
          className="justify-self-start"
          aria-disabled={times.length === 0}
          onClick={() => {
            if (times.length === 0) return;
            onTake(times);
            setText(left.map((part) => part.text).join("; "));
          }}
        >
          {times.length === 1 ? "Add 1 time" : `Add ${times.length} times`}
        </Button>
      </div>
    </details>
  );
}

/** An entry of a schedule, as a form has it: what is typed and not understood is a text of its own. */
interface WeeklyEntry extends PastedTime {
  readonly from: string | null;
  readonly to: string | null;
}

/** A week with the days on which it holds; null for the run's first and last. */
interface Period {
  readonly from: string | null;
  readonly to: string | null;
  readonly times: Readonly<Record<Weekday, readonly string[]>>;
}

const noTimes: Period["times"] = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const emptyPeriod: Period = { from: null, to: null, times: noTimes };

/** The weeks of a schedule, in the order in which they begin in it; one that is empty for an empty schedule. */
function periodsOf(schedule: readonly WeeklyEntry[]): readonly Period[] {
  const periods = new Map<string, Period>();
  for (const { from, to, ...time } of schedule) {
    const key = `${from} ${to}`;
    periods.set(key, withTimes(periods.get(key) ?? { ...emptyPeriod, from, to }, [time]));
  }
  return periods.size === 0 ? [emptyPeriod] : [...periods.values()];
}

function scheduleOf(periods: readonly Period[]): WeeklyEntry[] {
  return periods.flatMap(({ from, to, times }) =>
    weekdays.flatMap((day) => times[day].map((time) => ({ day, time, from, to }))),
  );
}

/** The same week with more times; those that it has stay. */
function withTimes(period: Period, more: readonly PastedTime[]): Period {
  const times: Record<Weekday, readonly string[]> = { ...period.times };
  for (const { day, time } of more) if (!times[day].includes(time)) times[day] = [...times[day], time].toSorted();
  return { ...period, times };
}
