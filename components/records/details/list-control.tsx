import { Plus } from "lucide-react";
import { useRef } from "react";
import { PartialDateControl } from "@/components/form/partial-date-control";
import { partialDateProblem } from "@/components/form/typed-partial-date";
import { DayControl } from "@/components/records/form/day-control";
import { emptyEntry, type RecordField } from "@/components/records/form/record-shape";
import { labelOf } from "@/lib/records/terms.browser";
import type { RecordForm } from "@/components/records/form/record-form";
import { TimesField } from "@/components/records/schedule/times-field";
import { Button } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import { Labelled } from "@/components/ui/labelled";
import { capitalised } from "@/lib/records/terms.browser";
import type { FieldShape } from "@/lib/records/view.browser";
import { problemAt, useJsonField } from "./use-json-field";

type Entry = Readonly<Record<string, unknown>>;
type ListField = Extract<RecordField, { kind: "list" }>;

/** A list of objects, such as other names: a row for each, with a control for each member. */
export function ListControl({ field, form }: { field: ListField; form: RecordForm }) {
  const { value, change, blur, errors, element } = useJsonField<readonly Entry[]>(form, field.name, []);
  const addButton = useRef<HTMLButtonElement>(null);
  const { label, members } = field;

  function add() {
    change([...value, emptyEntry(members)]);
    // The row is there after the next render.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>("li:last-of-type input")?.focus());
  }

  return (
    <fieldset ref={element} onBlur={blur} className="min-w-0">
      <legend className="text-sm font-semibold">{label} (optional)</legend>
      {field.hint && <p className="mt-1 text-sm break-words text-muted">{field.hint}</p>}
      {value.length > 0 && (
        <ul className="mt-1 divide-y divide-line rounded border border-line">
          {value.map((entry, index) => (
            // Rows have no id of their own, and are never reordered.
            <li key={index} className="grid grid-cols-2 gap-3 p-3 sm:grid-cols-3">
              {members.map((member) => (
                <div key={member.name} className={`min-w-0 ${member.name === "name" ? "col-span-2" : ""}`}>
                  <Member
                    member={member}
                    value={entry[member.name]}
                    problem={
                      problemAt(errors, index, member.name) ??
                      (member === members[0] ? problemAt(errors, index) : undefined)
                    }
                    onChange={(next) => change(value.with(index, { ...entry, [member.name]: next }))}
                  />
                </div>
              ))}
              <Button
                look="plain"
                className="self-start justify-self-start sm:mt-6"
                aria-label={`Remove ${textOf(entry["name"]) || `entry ${index + 1}`}`}
                onClick={() => {
                  change(value.toSpliced(index, 1));
                  addButton.current?.focus();
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button ref={addButton} icon={Plus} className="mt-2" onClick={add}>
        {field.addLabel ?? "Add"}
      </Button>
    </fieldset>
  );
}

interface MemberProps {
  member: FieldShape;
  value: unknown;
  problem: string | undefined;
  onChange(value: unknown): void;
}

function Member({ member, value, problem, onChange }: MemberProps) {
  const labelled = { label: labelOf(member.name), problem };
  const text = textOf(value);
  if (member.kind === "choice")
    return (
      <SelectField
        {...labelled}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        options={member.options.map((option) => [option, capitalised(option)])}
      />
    );
  if (member.kind === "partialDate")
    return (
      <Labelled {...labelled} problem={problem?.includes("YYYY") ? partialDateProblem : problem}>
        {(wiring) => (
          <PartialDateControl
            {...wiring}
            placeholder="Mar 2026"
            // Empty text stands for what is not understood: the schema refuses it.
            value={value === "" ? undefined : (value as string | null)}
            onChange={(date) => onChange(date === undefined ? "" : date)}
          />
        )}
      </Labelled>
    );
  const changeText = (next: string) => onChange(next === "" && member.isOptional ? null : next);
  if (member.kind === "date")
    return <DayControl {...labelled} name={member.name} value={text} onChange={changeText} onBlur={() => undefined} />;
  if (member.name === "time")
    return <TimesField {...labelled} times={text === "" ? [] : [text]} onChange={([first = ""]) => onChange(first)} />;
  return (
    <Field
      {...labelled}
      dir="auto"
      autoComplete="off"
      value={text}
      onChange={(event) => changeText(event.target.value)}
    />
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
