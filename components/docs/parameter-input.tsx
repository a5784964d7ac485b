import { useId } from "react";
import { Field, SelectField } from "@/components/ui/field";
import { capitalised } from "@/lib/records/terms.browser";
import type { ParameterControl } from "@/lib/docs/reference/schema.browser";
import { Checkbox } from "@/components/ui/checkbox";
import { RecordsInput, splitValues, type ParameterProps } from "./records-input";

export function ParameterInput({ control, ...props }: ParameterProps & { control: ParameterControl }) {
  const { name, value, example, problem, onChange } = props;
  switch (control.kind) {
    case "choices":
      return <Choices {...props} values={control.values} />;
    case "order":
      return <Order {...props} fields={control.fields} />;
    case "records":
      return <RecordsInput {...props} path={control.path} />;
    case "choice":
      return (
        <SelectField
          label={name}
          value={value}
          problem={problem}
          onChange={({ target }) => onChange(target.value)}
          none="Not sent"
          options={withValue(control.values, value)}
        />
      );
    case "date":
    case "number":
    case "text":
      return (
        <Field
          label={name}
          value={value}
          type={control.kind === "date" ? "date" : "text"}
          inputMode={control.kind === "number" ? "numeric" : undefined}
          placeholder={example}
          problem={problem}
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

/** The values to choose from, with the current one, which a shared URL may have brought. */
function withValue(values: readonly string[], value: string): readonly string[] {
  return value === "" || values.includes(value) ? values : [...values, value];
}

function Choices({ name, value, problem, values, onChange }: ParameterProps & { values: string[] }) {
  const id = useId();
  const chosen = splitValues(value);
  /** In their order; last those that are not offered, which a shared URL may have brought. */
  const known = new Set([...values, ...chosen]);
  return (
    <fieldset className="col-span-full min-w-0" aria-describedby={problem === undefined ? undefined : id}>
      <legend className="text-sm font-semibold">{name}</legend>
      <div className="flex flex-wrap gap-x-4">
        {values.map((option) => (
          <Checkbox
            key={option}
            className="min-h-10 text-sm"
            checked={chosen.includes(option)}
            onChange={() =>
              onChange([...known].filter((item) => chosen.includes(item) !== (item === option)).join(","))
            }
          >
            {option}
          </Checkbox>
        ))}
      </div>
      {problem !== undefined && (
        <p id={id} className="text-sm text-curtain">
          {capitalised(problem)}.
        </p>
      )}
    </fieldset>
  );
}

/** One field after another, each ascending or descending. */
function Order({ name, value, problem, fields, onChange }: ParameterProps & { fields: string[] }) {
  const chosen = splitValues(value);
  const fieldOf = (sorted: string) => sorted.replace(/^-/, "");
  const taken = chosen.map(fieldOf);
  const rows = chosen.length < fields.length ? [...chosen, ""] : chosen;
  return rows.map((sorted, index) => (
    <SelectField
      key={index}
      label={index === 0 ? name : `${name}, then by`}
      value={sorted}
      problem={index === 0 ? problem : undefined}
      onChange={({ target }) => onChange(chosen.toSpliced(index, 1, ...splitValues(target.value)).join(","))}
      none={index === 0 ? "As in the list" : "Nothing more"}
      options={withValue(fields, fieldOf(sorted))
        .filter((field) => field === fieldOf(sorted) || !taken.includes(field))
        .flatMap((field) => [field, [`-${field}`, `${field}, descending`] as const])}
    />
  ));
}
