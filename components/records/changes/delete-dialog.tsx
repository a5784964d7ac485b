import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApiWrite } from "@/components/form/use-write";
import { formatRecordCount, formatRecordCounts, termFor } from "@/components/records/record-name";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Refusal } from "@/components/ui/error-notice";
import { QueryState } from "@/components/ui/query-state";
import type { RequestError } from "@/lib/http/client/client.browser";
import type { ChangeOutcome, ChangesResult } from "@/lib/editing/changes/schema.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { ChangeErrors, sendChanges, useUndo } from "./use-changes";

interface Props {
  path: ResourcePath;
  /** One record, on its page, or several of a list. */
  ids: readonly string[];
  /** Absent where only the API knows what the record is called. */
  nameOf?: ((id: string) => string) | undefined;
  /** The version of the only record that is in sight. */
  etag?: string | null;
  onDone(): void;
  onDismiss(): void;
}

type Reference = NonNullable<ChangeOutcome["references"]>[number];

const maxShown = 100;

/** Deletes records as one change. Lists first what refers to them: what a cascade would delete, or what prevents it. */
export function DeleteDialog({ path, ids, nameOf, etag, onDone, onDismiss }: Props) {
  const deletionOf = (id: string) => ({ action: "delete" as const, resource: path, id });
  const plan = useQuery<ChangesResult, RequestError>({
    queryKey: ["trial", path, ids],
    queryFn: () => sendChanges(ids.map(deletionOf), { isDryRun: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const deleting = useApiWrite();
  const { error } = deleting;
  const client = useQueryClient();
  const { offer } = useUndo();
  const [isAgreed, setIsAgreed] = useState(false);
  const [only, ...others] = ids;
  const labelOf = (id: string) =>
    nameOf?.(id) ?? plan.data?.changes[ids.indexOf(id)]?.label ?? `this ${resourceViews[path].singular}`;
  const name = only !== undefined && others.length === 0 ? labelOf(only) : null;

  const held = (plan.data?.changes ?? []).filter(({ outcome }) => outcome === "refused");
  const free = ids.filter((_id, index) => held.every((one) => one.index !== index));
  // A record may refer to several of those that are deleted.
  const byKey = new Map(held.flatMap((one) => one.references ?? []).map((one) => [keyOf(one), one]));
  const references = [...byKey.values()];
  const counts = formatRecordCounts(references.map((one) => one.counted_as));
  const mayCascade = references.length > 0 && references.every((one) => one.with_cascade !== null);
  const isCascade = mayCascade && (name !== null || isAgreed);
  const going = isCascade ? ids : free;

  async function remove() {
    const conditions = { ...(isCascade && { cascade: true }), ...(etag && { if_match: etag }) };
    const changes = going.map((id) => ({ ...deletionOf(id), ...conditions }));
    const deleted = await deleting.write((signal) => sendChanges(changes, { signal }));
    if (!deleted) return void plan.refetch();
    const text = name === null ? `${formatRecordCount(going.length, path)} deleted.` : `Deleted ${name}.`;
    offer(text, deleted.activity_id, name === null ? {} : { about: `${path}/${only}` });
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== "trial",
      // The page of a deleted record is about to be left; there it would only be a 404.
      refetchType: name === null ? "active" : "none",
    });
    onDone();
  }

  const deletion =
    name !== null
      ? isCascade
        ? `Delete ${name} and ${counts}`
        : "Delete"
      : going.length === ids.length
        ? "Delete everything"
        : `Delete the other ${going.length}`;
  return (
    <Dialog
      title={<>Delete {name === null ? formatRecordCount(ids.length, path) : <bdi>{name}</bdi>}?</>}
      {...{ onDismiss }}
    >
      <QueryState
        query={plan}
        what="what uses it"
        label={`Checking what uses ${name === null ? "them" : "it"}…`}
        title="Can’t check what uses it"
        lines={1}
      />
      {plan.data && held.length === 0 && (
        <p>
          {name === null
            ? "Nothing else uses these. They’ll be removed from the API. You can undo this."
            : `Nothing else uses this ${resourceViews[path].singular}. It will be removed from the API. You can undo this here or in Activity.`}
        </p>
      )}
      {held.length > 0 && (
        <div role={name === null ? "alert" : undefined} className="grid gap-2 rounded bg-curtain-wash p-4">
          {references.length === 0 ? (
            <p>{held.flatMap(({ issues = [] }) => issues.map(({ message }) => message)).join(" ")}</p>
          ) : name !== null ? (
            <p>
              {mayCascade ? "This also deletes " : "It can’t be deleted while it is used by "}
              <strong>{counts}</strong>:
            </p>
          ) : (
            <p>
              {held.length === ids.length
                ? "All of them are"
                : `${held.length} of them ${held.length === 1 ? "is" : "are"}`}{" "}
              used by {counts}
              {mayCascade ? ", which would also be deleted:" : " and can’t be deleted:"}
            </p>
          )}
          {references.length > 0 && <References references={references} />}
          {name !== null && references.length > 0 && !mayCascade && <p>Reassign or delete these first.</p>}
        </div>
      )}
      {mayCascade && name === null && (
        <Checkbox checked={isAgreed} onChange={setIsAgreed}>
          Also delete {counts}
        </Checkbox>
      )}
      {error &&
        (error.response?.status === 412 ? (
          <Refusal error={error}>
            Someone edited this after you opened it. Close this and review the changes before you delete it.
          </Refusal>
        ) : (
          <ChangeErrors error={error} nameOf={(index) => labelOf(going[index] ?? "")} />
        ))}
      <DialogActions
        look="danger"
        action={plan.data && going.length > 0 ? deletion : undefined}
        doing="Deleting…"
        write={deleting}
        onAct={() => void remove()}
        dismissal={plan.data && going.length === 0 ? "Close" : "Cancel"}
        onDismiss={onDismiss}
      />
    </Dialog>
  );
}

function References({ references }: { references: readonly Reference[] }) {
  return (
    <ul className="max-h-48 list-disc overflow-auto pl-6 text-sm" tabIndex={0} aria-label="Used by">
      {references.slice(0, maxShown).map((one) => (
        <li key={keyOf(one)}>
          <bdi>{one.label}</bdi> ({termFor(one.counted_as, 1)})
        </li>
      ))}
      {references.length > maxShown && <li>and {references.length - maxShown} more</li>}
    </ul>
  );
}

const keyOf = ({ counted_as, resource, id }: Reference) => `${counted_as} ${resource}/${id}`;
