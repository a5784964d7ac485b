import { useEffect, useRef } from "react";
import { DayControl } from "@/components/form/day-control";
import { Field, SelectField, TextField } from "@/components/ui/field";
import { capitalised, sourceKinds } from "@/lib/records/terms.browser";
import type { Citation, CitationProblems, TypedCitation } from "./citation";

interface Props {
  typed: TypedCitation;
  problems: CitationProblems;
  onChange(typed: TypedCitation): void;
  hasNote?: boolean;
}

/** What was read: its name, link, kind and day. */
export function CitationFields({ typed, problems, onChange, hasNote = false }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const control = (name: keyof Citation) => ({
    value: typed[name],
    problem: problems[name],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => onChange({ ...typed, [name]: event.target.value }),
  });
  useEffect(() => {
    element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);
  return (
    <div ref={element} className="grid gap-3 sm:grid-cols-2">
      <Field label="Source" dir="auto" placeholder="Page, programme or visit" {...control("name")} />
      <Field label="Link" inputMode="url" placeholder="https://" {...control("url")} />
      <SelectField label="Kind" {...control("kind")} options={sourceKinds.map((kind) => [kind, capitalised(kind)])} />
      <DayControl
        label="Seen on"
        name="read_on"
        value={typed.read_on}
        problem={problems.read_on}
        onChange={(read_on) => onChange({ ...typed, read_on })}
        onBlur={() => undefined}
      />
      {hasNote && (
        <div className="sm:col-span-2">
          <TextField label="Note" dir="auto" rows={2} {...control("note")} />
        </div>
      )}
    </div>
  );
}
