import type { KeyboardEvent, Ref } from "react";
import { daysAfter, formatFullDay, today } from "@/components/ui/calendar";
import { isComposing } from "@/components/ui/is-typing";
import { controlClass, Labelled, type LabelledProps } from "@/components/ui/field";
import { formatDay } from "@/lib/core/date-words.browser";
import { isDay, typedDay } from "./typed-day";

interface Props extends LabelledProps {
  ref?: Ref<HTMLInputElement>;
  name: string;
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 7, PageDown: -7 };

/** The day to which a key steps, of no day today; null for another key, and while a text is no day. */
export function steppedDay(event: KeyboardEvent, day: string): string | null {
  const days = isComposing(event.nativeEvent) ? undefined : steps[event.key];
  if (days === undefined || (day !== "" && !isDay(day))) return null;
  event.preventDefault();
  return day === "" ? today() : daysAfter(day, days);
}

/**
 * A date field for the keyboard: typed in any common format, or stepped with arrow keys, a week with Page Up and Down.
 * It shows a day in words, and has it as `YYYY-MM-DD`.
 */
export function DayControl({ ref, name, value, onChange, onBlur, hint, ...labelled }: Props) {
  return (
    <Labelled {...labelled} hint={isDay(value) ? formatFullDay(value) : hint}>
      {(wiring) => (
        <input
          {...wiring}
          ref={ref}
          name={name}
          value={isDay(value) ? formatDay(value) : value}
          inputMode="text"
          autoComplete="off"
          placeholder="3 Sep, next Fri, +7"
          className={controlClass}
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
      )}
    </Labelled>
  );
}
