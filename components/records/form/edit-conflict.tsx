import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Source } from "@/components/records/details/citation";
import { nameOfRecord } from "@/components/records/record-name";
import { LastChange } from "@/components/records/undo/changes";
import { useDirectory } from "@/components/records/use-directory";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { FieldChoice } from "@/components/ui/field-choice";
import { QueryState } from "@/components/ui/query-state";
import type { ApiResponse } from "@/lib/http/client/client.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { valueInWords } from "@/lib/records/value-words.browser";
import type { FieldShape } from "@/lib/records/view.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { DraftBase } from "./drafts";
import { offersFor, useUpdateRecord } from "./update-record";
import { documentPath, type FormRecord, type RecordShape } from "./record-shape";

const sides = [
  ["theirs", "Theirs"],
  ["mine", "Yours"],
] as const;
type Side = (typeof sides)[number][0];

interface Props {
  shape: RecordShape;
  id: string;
  base: DraftBase;
  mine: Record<string, unknown>;
  addSources: readonly Source[] | undefined;
  /** The offers that the form accepted. */
  accept: readonly string[];
  /** @param saved null when the dialog was dismissed. */
  onEnd(saved: ApiResponse<FormRecord> | null): void;
}

/** Resolves an edit conflict: shows both versions side by side, to choose from field by field. */
export function EditConflict({ shape, id, base, mine, addSources, accept, onEnd }: Props) {
  const theirs = useApi<FormRecord>(documentPath(shape, id));
  const { directory } = useDirectory(referencesOf(shape.fields));
  const nameOf = (path: ResourcePath, other: string) => nameOfRecord(path, other, directory);
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const { update, error, ...writing } = useUpdateRecord(shape.path, id, shape.part);
  const { refetch, isFetchedAfterMount, isError } = theirs;
  // What the page already had may be older. Whether the tag is another says nothing: a proxy may change or remove it.
  useEffect(() => void refetch(), [refetch]);
  const isStale = !isFetchedAfterMount || isError;
  const differences = theirs.data ? divergences(shape, base.record, mine, theirs.data.body) : [];

  async function save() {
    const data = Object.fromEntries(
      differences.map(({ field: { name }, suggestion, ...versions }) => [name, versions[chosen[name] ?? suggestion]]),
    );
    // What follows from the chosen versions may be less.
    const offers = accept.length > 0 ? await client.fetchQuery(offersFor(shape.path, id, data)).catch(() => []) : [];
    const accepted = offers.map((offer) => offer.id).filter((one) => accept.includes(one));
    const saved = await update({ data, etag: theirs.data?.etag ?? null, addSources, accept: accepted });
    if (saved) onEnd(saved);
    else void refetch();
  }

  return (
    <Dialog title="Someone else edited this" size="wide" onDismiss={() => onEnd(null)}>
      <p>
        <LastChange path={shape.path} id={id} /> Your changes are safe. Choose a version for each field.
      </p>
      {error && (
        <p role="alert" className="rounded bg-curtain-wash p-4 text-curtain">
          {[error.message, ...error.issues.map(({ path, message }) => `${path} ${message}`)].join(" ")}
        </p>
      )}
      {isStale && (
        <QueryState
          query={{ error: isFetchedAfterMount ? theirs.error : null, refetch }}
          what="the other version"
          lines={3}
        />
      )}
      {!isStale && differences.length === 0 && <p>Both versions are the same.</p>}
      {!isStale && (
        <ul className="divide-y divide-line border-y border-line">
          {differences.map(({ field, isContested, suggestion, ...versions }) => (
            <li key={field.name} className="py-3">
              <FieldChoice
                label={field.label}
                note={isContested ? "changed by both" : undefined}
                options={sides.map(([side, caption]) => ({
                  id: side,
                  caption,
                  text: valueInWords(versions[side], field, nameOf) ?? "(empty)",
                }))}
                chosen={chosen[field.name] ?? suggestion}
                onChoose={(side) => setChosen({ ...chosen, [field.name]: side === "mine" ? "mine" : "theirs" })}
              />
            </li>
          ))}
        </ul>
      )}
      <DialogActions
        action="Save selected"
        doing="Saving…"
        write={writing}
        onAct={() => void save()}
        isDisabled={isStale}
        dismissal="Back to the form"
        onDismiss={() => onEnd(null)}
      />
    </Dialog>
  );
}

/** The resources that fields refer to, also within lists. */
function referencesOf(fields: readonly FieldShape<ResourcePath>[]): ResourcePath[] {
  return fields.flatMap((field) => {
    if (field.kind === "list") return referencesOf(field.members);
    return field.kind === "reference" ? [field.to] : [];
  });
}

/**
 * The fields in which two versions of a record differ. Suggested is the version that changed the field since `base`; if
 * both did, this form's.
 */
export function divergences(
  { fields }: RecordShape,
  base: Partial<FormRecord>,
  mine: Record<string, unknown>,
  theirs: FormRecord,
) {
  return fields
    .filter(({ name }) => !isSame(mine[name], theirs[name]))
    .map((field) => {
      const { name } = field;
      const isMine = !isSame(mine[name], base[name]);
      const suggestion: Side = isMine ? "mine" : "theirs";
      const isContested = isMine && !isSame(theirs[name], base[name]);
      return { field, mine: mine[name], theirs: theirs[name], suggestion, isContested };
    });
}

/** Lists and objects of details are compared by what is in them. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
