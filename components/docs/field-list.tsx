import { fieldAnchor, type DocumentedField } from "@/lib/docs/reference/schema.browser";
import { Prose } from "./prose";

interface Props {
  fields: DocumentedField[];
  /** The operation and its part that they belong to; without it they have no anchors. */
  of?: { operation: string; part: string };
  /** The label of required fields; responses always have all fields, so they show none. */
  required?: string;
  /** The label of optional fields. */
  optional?: string;
}

export function FieldList({ fields, of, required, optional }: Props) {
  return (
    <dl className="mt-2 border-t border-line text-sm">
      {fields.map((field) => (
        <div
          key={field.name}
          id={of && fieldAnchor(of.operation, of.part, field.name)}
          className={`scroll-mt-6 border-b border-line py-2 target:bg-curtain-wash ${depths[depthOf(field)] ?? "pl-8"}`}
        >
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
