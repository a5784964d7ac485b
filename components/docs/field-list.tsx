import type { DocumentedField } from "@/lib/docs/reference/schema";
import { Prose } from "./prose";

interface Props {
  fields: DocumentedField[];
  /** The label of required fields; responses always have all fields, so they show none. */
  required?: string;
  /** The label of optional fields. */
  optional?: string;
}

export function FieldList({ fields, required, optional }: Props) {
  return (
    <dl className="mt-2 border-t border-line text-sm">
      {fields.map((field) => (
        <div key={field.name} className={`border-b border-line py-2 ${depths[depthOf(field)] ?? "pl-8"}`}>
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono font-semibold [overflow-wrap:anywhere]">{field.name}</code>
            <span className="text-muted">
              {field.type}
              {field.mayBeNull && " or null"}
            </span>
            {field.isRequired && required && <span className="text-xs text-curtain">{required}</span>}
            {!field.isRequired && optional && <span className="text-xs text-muted">{optional}</span>}
          </dt>
          <Notes field={field} />
        </div>
      ))}
    </dl>
  );
}

/** Nested fields are indented. */
const depths = ["", "pl-4", "pl-8"];

function depthOf({ name }: DocumentedField): number {
  return name.split(".").length - 1;
}

function Notes({ field: { description, limits } }: { field: DocumentedField }) {
  if (description === "" && limits.length === 0) return null;
  return (
    <dd className="mt-1 text-muted">
      <Prose text={[description, ...limits.map(asSentence)].filter((part) => part !== "").join(" ")} />
    </dd>
  );
}

function asSentence(limit: string): string {
  return `${limit.charAt(0).toUpperCase()}${limit.slice(1)}.`;
}
