import { useState } from "react";
import { Field } from "@/components/ui/field";
import { timeInWords } from "@/lib/resources/productions/performance-words.browser";
import { readTime } from "./read-week";

interface Props {
  label: string;
  /** `HH:MM`; a text that is no time as it was typed: the schema refuses it. */
  times: readonly string[];
  problem: string | undefined;
  onChange(times: string[]): void;
}

/** Times of a day as people write them, with commas between them. */
export function TimesField({ label, times, problem, onChange }: Props) {
  /** The text as typed; null while the times are shown in words. */
  const [typed, setTyped] = useState<string | null>(null);
  const areTimes = times.every(isTime);
  return (
    <Field
      label={label}
      autoComplete="off"
      placeholder="–"
      value={typed ?? times.map((time) => (isTime(time) ? timeInWords(time) : time)).join(", ")}
      problem={areTimes ? problem : "Write times such as 2.30pm, 7.30pm"}
      onChange={({ target: { value } }) => {
        setTyped(value);
        const texts = value.split(/[,;&+/]|\band\b/).filter((text) => text.trim() !== "");
        onChange([...new Set(texts.map((text) => readTime(text) ?? text.trim()))].toSorted());
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}
