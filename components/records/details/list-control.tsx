import { Plus } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { DayControl, PartialDateField } from "@/components/form/day-control";
import { isDay } from "@/components/form/typed-day";
import { type RecordForm, problemAt, useJsonField } from "@/components/records/form/record-form";
import { emptyEntry, type RecordField } from "@/components/records/form/record-shape";
import { TimesField } from "@/components/records/schedule/times-field";
import { Button } from "@/components/ui/button";
import { Field, SelectField, TextField } from "@/components/ui/field";
import { formatDay } from "@/lib/core/date-words.browser";
import { capitalised, labelOf, sourceNameInWords } from "@/lib/records/terms.browser";
import type { FieldShape } from "@/lib/records/view.browser";
import { useSources } from "./sources";

type Entry = Readonly<Record<string, unknown>>;
type ListField = Extract<RecordField, { kind: "list" }>;

/** A list of objects, such as other names or sources: a row for each, with a control for each member. */
export function ListControl({ field, form }: { field: ListField; form: RecordForm }) {
  const { value, change, blur, errors, element } = useJsonField<readonly Entry[]>(form, field.name, []);
  const addButton = useRef<HTMLButtonElement>(null);
  const { label, members, memberWords, isFolded } = field;
  const wanted = useSources()?.wanted;
  useEffect(() => {
    if (isFolded && wanted)
      element.current?.querySelector<HTMLElement>(`[data-field="${wanted.field}"] summary`)?.focus();
  }, [element, isFolded, wanted]);

  function add() {
    change([...value, emptyEntry(members)]);
    // The row is there after the next render.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>("li:last-of-type input")?.focus());
  }

  function row(entry: Entry, index: number) {
    const problemOf = (member: FieldShape) =>
      problemAt(errors, index, member.name) ?? (member === members[0] ? problemAt(errors, index) : undefined);
    const controls = members.map((member) => (
      <div
        key={member.name}
        className={`min-w-0 ${member.name === "name" || member.kind === "text" ? "col-span-2" : hasLongOption(member) ? "max-sm:col-span-2" : ""}`}
      >
        <Member
          member={member}
          words={memberWords?.[member.name]}
          value={entry[member.name]}
          problem={problemOf(member)}
          onChange={(next) => change(value.with(index, { ...entry, [member.name]: next }))}
        />
      </div>
    ));
    return (
      // Rows have no id of their own, and are never reordered.
      <li
        key={index}
        data-field={isFolded ? textOf(entry["field"]) : undefined}
        className={
          isFolded ? "flex flex-wrap items-start gap-x-3 p-3 text-sm" : "grid grid-cols-2 gap-3 p-3 sm:grid-cols-3"
        }
      >
        {isFolded ? (
          <FoldedEntry
            words={sourceInWords(entry, memberWords?.["field"]?.options?.[textOf(entry["field"])])}
            hasProblem={members.some((member) => problemOf(member) !== undefined)}
          >
            {controls}
          </FoldedEntry>
        ) : (
          controls
        )}
        <Button
          look="plain"
          className={`self-start justify-self-start ${isFolded ? "" : "sm:mt-6"}`}
          aria-label={`Remove ${textOf(entry["name"]) || `entry ${index + 1}`}`}
          onClick={() => {
            change(value.toSpliced(index, 1));
            addButton.current?.focus();
          }}
        >
          Remove
        </Button>
      </li>
    );
  }

  return (
    <fieldset ref={element} onBlur={blur} className="min-w-0">
      <legend className={isFolded ? "sr-only" : "text-sm font-semibold"}>{label} (optional)</legend>
      {field.hint && <p className="mt-1 text-sm break-words text-muted">{field.hint}</p>}
      {value.length > 0 && <ul className="mt-1 divide-y divide-line rounded border border-line">{value.map(row)}</ul>}
      <Button ref={addButton} icon={Plus} className="mt-2" onClick={add}>
        {field.addLabel ?? "Add"}
      </Button>
    </fieldset>
  );
}

interface FoldedProps {
  /** Null for a new entry, which is open. */
  words: string | null;
  hasProblem: boolean;
  children: ReactNode;
}

/** An entry in words, which opens to its controls. */
function FoldedEntry({ words, hasProblem, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(words === null);
  return (
    <details
      className="min-w-0 grow basis-64"
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-10 cursor-pointer py-2 break-words">
        <bdi>{words ?? "New source"}</bdi>
      </summary>
      <div className="grid grid-cols-2 gap-3 pt-1 pb-2 sm:grid-cols-3">{children}</div>
    </details>
  );
}

/** `Biography: Press release, press, read 3 Sept 2026`. @returns null while it has no name. */
function sourceInWords({ name, kind, read_on: readOn }: Entry, field: string | undefined): string | null {
  const called = sourceNameInWords(textOf(name));
  if (called === "") return null;
  const read = isDay(textOf(readOn)) ? [`read ${formatDay(textOf(readOn))}`] : [];
  return `${field ? `${field}: ` : ""}${[called, kind, ...read].join(", ")}`;
}

/** Whether a choice needs the whole width of a phone. */
function hasLongOption(member: FieldShape): boolean {
  return member.kind === "choice" && member.options.some(({ length }) => length > 12);
}

interface MemberProps {
  member: FieldShape;
  words: { label: string; options?: Readonly<Record<string, string>> } | undefined;
  value: unknown;
  problem: string | undefined;
  onChange(value: unknown): void;
}

function Member({ member, words, value, problem, onChange }: MemberProps) {
  const labelled = { label: words?.label ?? labelOf(member.name), problem };
  const text = textOf(value);
  const changeText = (next: string) => onChange(next === "" && member.isOptional ? null : next);
  if (member.kind === "choice")
    return (
      <SelectField
        {...labelled}
        value={text}
        onChange={(event) => changeText(event.target.value)}
        {...(member.isOptional && { none: words?.options?.[""] ?? "None" })}
        options={member.options.map((option) => [
          option,
          words?.options?.[option] ?? (option === "bsl" ? "BSL" : capitalised(option)),
        ])}
      />
    );
  if (member.kind === "partialDate")
    return <PartialDateField {...labelled} placeholder="Mar 2026" date={value as string | null} onChange={onChange} />;
  if (member.kind === "date") return <DayControl {...labelled} name={member.name} value={text} onChange={changeText} />;
  if (member.name === "time")
    return <TimesField {...labelled} times={text === "" ? [] : [text]} onChange={([first = ""]) => onChange(first)} />;
  const control = {
    ...labelled,
    dir: "auto",
    autoComplete: "off",
    value: text,
    onChange: ({ target }: { target: { value: string } }) => changeText(target.value),
  };
  if (member.kind === "text") return <TextField {...control} rows={2} />;
  if (member.kind !== "url" || !URL.canParse(text)) return <Field {...control} />;
  return (
    <Field
      {...control}
      inputMode="url"
      hint={
        <a href={text} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          Open {new URL(text).hostname} <span aria-hidden="true">↗</span>
        </a>
      }
    />
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
