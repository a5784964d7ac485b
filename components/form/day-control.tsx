import { useState, type ComponentProps, type KeyboardEvent, type Ref } from "react";
import { daysAfter, formatFullDay, today } from "@/components/ui/calendar";
import { isComposing } from "@/components/ui/is-typing";
import { controlClass, Field, Labelled, type LabelledProps } from "@/components/ui/field";
import { formatDay, partialDateInWords } from "@/lib/core/date-words.browser";
import { isDay, partialDateProblem, readPartialDate, typedDay } from "./typed-day";

interface DayProps extends LabelledProps {
  ref?: Ref<HTMLInputElement>;
  name: string;
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
}

/** A day, `YYYY-MM-DD`: typed in any common format or stepped by arrow keys, weeks with Page Up; shown in words. */
export function DayControl({ value, onChange, onBlur, hint, ...field }: DayProps) {
  return (
    <Field
      {...field}
      hint={isDay(value) ? formatFullDay(value) : hint}
      value={isDay(value) ? formatDay(value) : value}
      inputMode="text"
      autoComplete="off"
      placeholder="3 Sep, next Fri, +7"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        const day = steppedDay(event, value);
        if (day !== null) onChange(day);
      }}
      onBlur={() => {
        onChange(value === "" ? "" : typedDay(value, today()));
        onBlur?.();
      }}
    />
  );
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 7, PageDown: -7 };

/** The day to which a key steps, of no day today; null for another key, and while a text is no day. */
function steppedDay(event: KeyboardEvent, day: string): string | null {
  const days = isComposing(event.nativeEvent) ? undefined : steps[event.key];
  if (days === undefined || (day !== "" && !isDay(day))) return null;
  event.preventDefault();
  return day === "" ? today() : daysAfter(day, days);
}

interface DayFilterProps {
  label: string;
  day: string;
  narrow(day: string): void;
}

/** One end of a range by which a list is filtered. What is typed filters as soon as it is a day. */
export function DayFilterField({ label, day, narrow }: DayFilterProps) {
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
        name={label}
        value={value}
        hint={isWrong ? "A date, such as 3 Sep 2026, today or +7" : undefined}
        onChange={type}
      />
    </div>
  );
}

interface PartialDateProps extends LabelledProps {
  /** Null for none; an empty text while the typed one is not understood, which the schema refuses. */
  date: string | null;
  onChange(date: string | null): void;
  name?: string;
  placeholder?: string;
  onBlur?(): void;
}

/** A field for a day that may be known only by its month or its year. */
export function PartialDateField({ date, onChange, label, hint, problem, ...input }: PartialDateProps) {
  return (
    <Labelled label={label} hint={hint} problem={problem?.includes("YYYY") ? partialDateProblem : problem}>
      {(wiring) => (
        <PartialDateControl
          {...input}
          {...wiring}
          value={date === "" ? undefined : date}
          onChange={(typed) => onChange(typed === undefined ? "" : typed)}
        />
      )}
    </Labelled>
  );
}

interface PartialDateControlProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  /** A partial date; null for none, undefined while the typed text is not understood. */
  value: string | null | undefined;
  /** Told at each key: the date; null when the text is empty, undefined when it is not understood. */
  onChange(value: string | null | undefined): void;
}

/** A partial date, typed as people write it, then shown in words. What is not understood stays. Arrows step a day. */
export function PartialDateControl({
  value,
  placeholder = "14 Mar 2026, Mar 2026, 2026",
  onChange,
  onBlur,
  ...input
}: PartialDateControlProps) {
  /** The text as typed; null while the date is shown in words. */
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  const meant = typed === null ? value : meaningOf(typed);
  if (value !== seen) {
    setSeen(value);
    // The date was changed elsewhere, as by an undo. A text that is not understood has no date to compare.
    if (meant === undefined ? typeof value === "string" : value !== meant) setTyped(null);
  }

  return (
    <input
      inputMode="text"
      autoComplete="off"
      className={controlClass}
      {...input}
      placeholder={placeholder}
      value={typed ?? (value ? partialDateInWords(value) : "")}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(meaningOf(event.target.value));
      }}
      onKeyDown={(event) => {
        const day = meant === undefined ? null : steppedDay(event, meant ?? "");
        if (day === null) return;
        setTyped(null);
        onChange(day);
      }}
      onBlur={(event) => {
        if (meant !== undefined) setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}

function meaningOf(text: string): string | null | undefined {
  return text.trim() === "" ? null : readPartialDate(text);
}
