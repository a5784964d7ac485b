import { partialDateInWords } from "@/lib/core/date-words.browser";
import { useState } from "react";
import { partialDateProblem, readPartialDate } from "@/components/form/typed-partial-date";
import { Field } from "@/components/ui/field";
import { isPartialDate } from "@/lib/core/partial-dates.browser";

interface Props {
  /** Partial dates; an empty one for a typed text that is none: the schema refuses it. */
  seen: string[];
  problem: string | undefined;
  onChange(seen: string[]): void;
}

/** The days on which someone was seen in a production, with commas between them. */
export function SeenField({ seen, problem, onChange }: Props) {
  /** The text as typed; null while the dates are shown in words. */
  const [typed, setTyped] = useState<string | null>(null);
  const areDates = seen.every(isPartialDate);
  return (
    <Field
      label="Seen in it"
      autoComplete="off"
      placeholder="14 Mar 2026, Apr 2026"
      value={typed ?? seen.map((date) => (isPartialDate(date) ? partialDateInWords(date) : "?")).join(", ")}
      problem={areDates ? problem : partialDateProblem}
      onChange={({ target: { value } }) => {
        setTyped(value);
        const texts = value.split(/[,;]/).filter((text) => text.trim() !== "");
        onChange([...new Set(texts.map((text) => readPartialDate(text) ?? ""))].toSorted());
      }}
      onBlur={() => {
        if (areDates) setTyped(null);
      }}
    />
  );
}
