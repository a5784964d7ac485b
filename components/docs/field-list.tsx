import { fieldAnchor, type DocumentedField } from "@/lib/docs/reference/schema.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { Prose } from "./text";

interface Props {
  fields: DocumentedField[];
  /** The operation and its part that they belong to; without it they have no anchors. */
  of?: { operation: string; part: string };
  /** Which of them are marked: in a request those that are required, in a response those that may be absent. */
  marked: "required" | "optional";
}

/** Nested fields are indented. */
const depths = ["", "pl-4", "pl-8"];

export function FieldList({ fields, of, marked }: Props) {
  return (
    <dl className="mt-2 border-t border-line text-sm">
      {fields.map(({ name, type, mayBeNull, isRequired, description, limits }) => {
        const notes = [description, ...limits.map((limit) => `${capitalised(limit)}.`)].filter((note) => note !== "");
        return (
          <div
            key={name}
            id={of && fieldAnchor(of.operation, of.part, name)}
            className={`scroll-mt-6 border-b border-line py-2 target:bg-curtain-wash ${depths[name.split(".").length - 1] ?? "pl-8"}`}
          >
            <dt className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-mono font-semibold [overflow-wrap:anywhere]">{name}</code>
              <span className="text-muted">
                {type}
                {mayBeNull && " or null"}
              </span>
              {isRequired === (marked === "required") && (
                <span className={`text-xs ${isRequired ? "text-curtain" : "text-muted"}`}>{marked}</span>
              )}
            </dt>
            {notes.length > 0 && (
              <dd className="mt-1 text-muted">
                <Prose text={notes.join(" ")} />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
