import { Refusal } from "@/components/ui/refusal";
import type { RequestError } from "@/lib/client/client.browser";
import type { MergePlan } from "@/lib/editing/merges/schema.browser";

/** What two plans of the same records differ in: the record, and its field before and after. */
export interface LaterEdit {
  id: string;
  label: string;
  before: string | null;
  after: string | null;
}

/** The fields that someone edited between two plans. */
export function laterEdits(before: MergePlan, after: MergePlan): LaterEdit[] {
  return after.fields.flatMap(({ field, label, values }) =>
    values.flatMap(({ words, ids }) =>
      ids.flatMap((id) => {
        const old = before.fields.find((one) => one.field === field)?.values.find((value) => value.ids.includes(id));
        return old && old.words !== words ? [{ id, label, before: old.words, after: words }] : [];
      }),
    ),
  );
}

interface Props {
  error: RequestError;
  /** What someone else edited since the records were shown. */
  edits: readonly LaterEdit[];
}

/** Why records were not merged. Takes the focus, because it may be out of view. */
export function MergeConflict({ error, edits }: Props) {
  const isStale = error.response?.status === 412;
  const id = error.response?.requestId;
  return (
    <Refusal error={error}>
      <p>
        Nothing was merged.{" "}
        {isStale
          ? "Someone else edited these records. They are shown as they are now: check your choices, then merge again."
          : [error.message, ...error.issues.map(({ path, message }) => `${path} ${message}.`)].join(" ")}
        {!isStale && id && ` Request ID ${id}.`}
      </p>
      <ul className="mt-2 grid gap-1 empty:hidden">
        {edits.map((edit) => (
          <li key={`${edit.id} ${edit.label}`} className="break-words">
            <code className="font-mono break-all">{edit.id}</code>, {edit.label.toLowerCase()}:{" "}
            <del>{shortened(edit.before)}</del> → <ins className="no-underline">{shortened(edit.after)}</ins>
          </li>
        ))}
      </ul>
    </Refusal>
  );
}

function shortened(words: string | null): string {
  const text = words ?? "(empty)";
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
