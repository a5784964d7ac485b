"use client";

import type { RecordShape } from "@/components/records/form/record-shape";
import { nameOfRecord, type Directory } from "@/components/records/record-name";
import { Refusal } from "@/components/ui/refusal";
import type { RequestError } from "@/lib/client/client.browser";
import { resourceViews } from "@/lib/resources/resource-views.browser";
import { choiceInWords } from "@/components/records/details/value-words";
import type { LaterEdit } from "./merge-fields";

interface Props {
  error: RequestError;
  /** What someone else edited since the records were shown. */
  edits: readonly LaterEdit[];
  shape: RecordShape;
  directory: Directory;
}

/** Why records were not merged. Takes the focus, because it may be out of view. */
export function MergeConflict({ error, edits, shape, directory }: Props) {
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
        {edits.map((edit) => {
          const field = shape.fields.find(({ name }) => name === edit.name) ?? null;
          return (
            <li key={`${edit.id} ${edit.name}`} className="break-words">
              <code className="font-mono break-all">{edit.id}</code>, {(field?.label ?? edit.name).toLowerCase()}:{" "}
              <del>{shortened(choiceInWords(edit.before, field, directory))}</del> →{" "}
              <ins className="no-underline">{shortened(choiceInWords(edit.after, field, directory))}</ins>
            </li>
          );
        })}
      </ul>
    </Refusal>
  );
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

interface GoneProps {
  path: RecordShape["path"];
  gone: readonly { id: string; successor: string | null }[];
  directory: Directory;
}

/** Which of the records no longer exist. */
export function GoneRecords({ path, gone, directory }: GoneProps) {
  return (
    <div role="status" className="text-sm empty:hidden">
      {gone.map(({ id, successor }) => (
        <p key={id}>
          The {resourceViews[path].singular} <code className="font-mono break-all">{id}</code>{" "}
          {successor === null ? (
            "has been deleted."
          ) : (
            <>
              has been merged into <bdi className="font-semibold">{nameOfRecord(path, successor, directory)}</bdi>{" "}
              <code className="font-mono break-all">{successor}</code>.
            </>
          )}
        </p>
      ))}
    </div>
  );
}
