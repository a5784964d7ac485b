import { Field, SelectField } from "@/components/ui/field";
import { capitalised } from "@/lib/resource/terms";
import { sourceKinds } from "@/lib/resource/terms";
import type { TypedSource } from "./source";

interface Props {
  source: TypedSource;
  problems: Partial<Record<"name" | "url", string>>;
  onChange(source: TypedSource): void;
}

/** Where the change of cast was read. */
export function SourceFields({ source, problems, onChange }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">Source (optional)</legend>
      <div className="grid gap-3 sm:grid-cols-[1fr_1fr_160px]">
        <Field
          label="Name"
          hint="Such as “New cast announced”"
          value={source.name}
          problem={problems.name}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange({ ...source, name: event.target.value })}
        />
        <Field
          label="Address"
          type="url"
          placeholder="https://"
          value={source.url}
          problem={problems.url}
          autoComplete="off"
          onChange={(event) => onChange({ ...source, url: event.target.value })}
        />
        <SelectField
          label="Kind"
          value={source.kind}
          onChange={(event) => onChange({ ...source, kind: event.target.value as TypedSource["kind"] })}
        >
          {sourceKinds.map((kind) => (
            <option key={kind} value={kind}>
              {capitalised(kind)}
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  );
}
