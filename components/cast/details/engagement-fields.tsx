import { Trash2 } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { PartialDateField } from "@/components/form/day-control";
import { partialDateProblem, readPartialDate } from "@/components/form/typed-day";
import { IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { dateInWords } from "../engagements";

interface Props {
  number: number;
  engagement: Engagement;
  /** @returns what is wrong with a field. */
  problemOf(field: string): string | undefined;
  /** @param field the one that someone types into. */
  onChange(part: Partial<Engagement>, field?: string): void;
  onRemove(): void;
}

/** One engagement of a cast member: its days, those on which the person was seen in it, and a note. */
export function EngagementFields({ number, engagement, problemOf, onChange, onRemove }: Props) {
  const { from, to, ended, seen, note } = engagement;
  return (
    <div
      role="group"
      aria-label={`Engagement ${number}`}
      className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_1fr_1fr_32px]"
    >
      <DateField
        label="From"
        date={from}
        problem={problemOf("from")}
        onChange={(date) => onChange({ from: date }, "from")}
      />
      <div>
        <DateField
          label="Last day"
          date={to}
          problem={problemOf("to")}
          onChange={(date) => onChange({ to: date, ...(date === null ? {} : { ended: false }) }, "to")}
        />
        {to === null && (
          <Checkbox checked={ended} onChange={(next) => onChange({ ended: next })}>
            Left on an unknown date
          </Checkbox>
        )}
      </div>
      <SeenField
        seen={seen}
        problem={seen.map((_, place) => problemOf(`seen.${place}`)).find((problem) => problem !== undefined)}
        onChange={(dates) => onChange({ seen: dates }, "seen")}
      />
      <Field
        label="Note"
        value={note ?? ""}
        problem={problemOf("note")}
        autoComplete="off"
        onChange={(event) => onChange({ note: event.target.value === "" ? null : event.target.value }, "note")}
      />
      <IconButton
        icon={Trash2}
        className="sm:mt-6"
        label={`Remove engagement ${number}`}
        title="Remove"
        onClick={onRemove}
      />
    </div>
  );
}

/** A day that may be known only by its month or its year. What is typed and no date is said at once. */
export function DateField(field: ComponentProps<typeof PartialDateField>) {
  return <PartialDateField {...field} problem={field.date === "" ? partialDateProblem : field.problem} />;
}

interface SeenFieldProps {
  /** Partial dates; an empty one for a typed text that is none: the schema refuses it. */
  seen: string[];
  problem: string | undefined;
  onChange(seen: string[]): void;
}

/** The days on which someone was seen in a production, with commas between them. */
function SeenField({ seen, problem, onChange }: SeenFieldProps) {
  /** The text as typed; null while the dates are shown in words. */
  const [typed, setTyped] = useState<string | null>(null);
  const areDates = seen.every(isPartialDate);
  return (
    <Field
      label="Seen in it"
      autoComplete="off"
      placeholder="14 Mar 2026, Apr 2026"
      value={typed ?? seen.map(dateInWords).join(", ")}
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
