import { partialDateProblem, readPartialDate } from "@/components/form/typed-day";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { useLoaded } from "@/components/ui/late";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { CastPlace, EditedMember } from "../cast";
import type { RowContext } from "../use-cast";
import { dateInWords, newEngagement } from "../engagements";
import { useRun } from "../use-run";
import { CoverFields } from "./cover-fields";
import { DateField } from "./date-field";

/** Null if the rules can’t be loaded: then only the API validates. */
const loadRules = () => import("./detail-rules").catch(() => null);

interface Props {
  member: EditedMember;
  context: RowContext;
  /** @param typedInto the field, while someone types. */
  patch(part: Partial<CastPlace>, typedInto?: string): void;
}

/** Edits when a member is in the cast, and the roles that they cover. */
export function MemberDetails({ member, context, patch }: Props) {
  const { id, engagements, covers } = member;
  const { productionId, open } = context;
  const run = useRun(productionId);
  const issues = useLoaded(loadRules)?.detailIssues(member, run.data) ?? [];
  const problemOf = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const fields = useRef<HTMLFieldSetElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const hasIssues = issues.length > 0;
  useEffect(() => {
    if (open?.isRefused && hasIssues)
      fields.current?.parentElement?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [open, hasIssues]);

  return (
    <div className="grid basis-full gap-4 pr-2 pb-3">
      <fieldset ref={fields} className="grid min-w-0 gap-3">
        <legend className="mb-2 text-sm font-semibold">In the cast</legend>
        {engagements.map((engagement, index) => (
          <div key={index}>
            <EngagementFields
              number={index + 1}
              engagement={engagement}
              problemOf={(field) => problemOf(`engagements.${index}.${field}`)}
              onChange={(part, field) => {
                const changed = engagements.with(index, { ...engagement, ...part });
                patch({ engagements: changed }, field && `${field} ${index} of ${id}`);
              }}
              onRemove={() => {
                add.current?.focus();
                patch({ engagements: engagements.toSpliced(index, 1) });
              }}
            />
            {[problemOf(`engagements.${index}`), problemOf(`engagements.${index}.ended`)].map(
              (problem) =>
                problem !== undefined && (
                  <p key={problem} className="text-curtain">
                    Engagement {index + 1} {problem}.
                  </p>
                ),
            )}
          </div>
        ))}
        <Button
          ref={add}
          icon={Plus}
          className="justify-self-start"
          onClick={() => patch({ engagements: [...engagements, newEngagement] })}
        >
          {engagements.length === 0 ? "Add dates" : "Add another engagement"}
        </Button>
      </fieldset>
      <CoverFields
        covers={covers}
        context={context}
        problemOf={problemOf}
        onChange={(next, field) => patch({ covers: next }, field && `${field} of ${id}`)}
      />
    </div>
  );
}

interface EngagementFieldsProps {
  number: number;
  engagement: Engagement;
  /** @returns what is wrong with a field. */
  problemOf(field: string): string | undefined;
  /** @param field the one that someone types into. */
  onChange(part: Partial<Engagement>, field?: string): void;
  onRemove(): void;
}

/** One engagement of a cast member: its days, those on which the person was seen in it, and a note. */
function EngagementFields({ number, engagement, problemOf, onChange, onRemove }: EngagementFieldsProps) {
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
