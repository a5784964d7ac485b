import { partialDateInWords } from "@/lib/core/date-words.browser";
import { useState, type ComponentProps } from "react";
import { readPartialDate } from "@/components/form/typed-day";
import { controlClass } from "@/components/ui/field";
import { steppedDay } from "./day-control";

interface Props extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  /** A partial date; null for none, undefined while the typed text is not understood. */
  value: string | null | undefined;
  /** Told at each key: the date; null when the text is empty, undefined when it is not understood. */
  onChange(value: string | null | undefined): void;
}

/**
 * An input for a day that may be known only by its month or its year, typed as people write it. It then shows the date
 * in words; a text that is not understood stays, to be corrected. A full day is stepped with the arrow keys.
 */
export function PartialDateControl({ value, onChange, onBlur, ...input }: Props) {
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
      placeholder="14 Mar 2026, Mar 2026, 2026"
      className={controlClass}
      {...input}
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
