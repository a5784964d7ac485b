import { Trash2 } from "lucide-react";
import { Field } from "@/components/ui/field";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { iconButtonClass } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DateField } from "./date-field";
import { SeenField } from "./seen-field";

interface Props {
  /** From 1. */
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
      <button
        type="button"
        className={`${iconButtonClass} sm:mt-6`}
        aria-label={`Remove engagement ${number}`}
        title="Remove"
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" size={16} />
      </button>
    </div>
  );
}
