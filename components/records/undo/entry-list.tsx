import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMay } from "@/components/accounts/current-staff";
import { useUndo } from "@/components/records/changes/use-changes";
import { RecordLink } from "@/components/records/record-name";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/date-time";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { openDialog } from "@/components/ui/page-dialogs";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import { authorOf } from "@/lib/editing/activity/terms.browser";
import { isPath, resourceViews } from "@/lib/resources/resource-views.browser";
import { deedOf, describeChange, groupChanges, maxRead, undoneEntries, type Change, wholeChange } from "./changes";

const maxNamed = 50;

interface Props {
  entries: readonly ActivityEntry[];
  label: string;
  /** Whether entries name their record. */
  isMixed?: boolean | undefined;
  max?: number;
  /** Whether there are older entries, which may belong to the last change here. */
  isCut?: boolean | undefined;
  /** Shows only the changes of this field and of its sources. */
  field?: string | undefined;
}

/** Entries of the activity log with Undo; entries of one change are grouped. */
export function EntryList({ entries, label, isMixed = false, max = Infinity, isCut = false, field = "" }: Props) {
  const { undo: undoEntry } = useUndo();
  const mayUndo = useMay("undoChanges");
  const changes = groupChanges(entries).filter((change) => field === "" || change.some((one) => isOf(field, one)));
  const undone = undoneEntries(entries);

  const client = useQueryClient();

  /** Asks first where the list, of one record or with a filter, shows only a part of the change. */
  async function undo(change: Change, row: HTMLElement | null) {
    const whole = await client.fetchQuery(wholeChange(change[0].change_id)).catch(() => null);
    const isPart = whole !== null && (whole.length > change.length || whole.length === maxRead);
    const isAlone =
      isPart && (await openDialog<boolean>((end) => <UndoDialog change={change} whole={whole} onEnd={end} />));
    if (isAlone === null) return;
    await undoEntry(change[0].id, isAlone);
    // The button has disappeared.
    row?.focus({ preventScroll: true });
  }

  return (
    <ol aria-label={label} className="divide-y divide-line rounded border border-line bg-raised">
      {changes.slice(0, max).map((change, index) => {
        const [first, ...others] = change;
        return (
          <li key={first.id} tabIndex={-1} className="flex flex-wrap items-start gap-x-4 gap-y-2 p-3 text-sm">
            <div className="min-w-0 grow basis-64">
              <p>
                <bdi className="font-semibold">{authorOf(first)}</bdi>{" "}
                {others.length > 0 ? (
                  <ChangeWords change={change} isCut={isCut && index === changes.length - 1} />
                ) : (
                  <Deed entry={first} isMixed={isMixed} />
                )}{" "}
                <span className="text-muted">
                  <RelativeTime at={first.at} />
                </span>
              </p>
              {others.length > 0 ? <Together entries={change} /> : <Differences entry={first} />}
            </div>
            {change.every(({ id }) => undone.has(id)) ? (
              <span className="flex min-h-10 items-center px-4 text-muted">Undone</span>
            ) : (
              mayUndo && (
                <Button
                  aria-label={
                    others.length > 0 ? `Undo ${others.length + 1} changes` : `Undo: ${deedOf(first)} ${first.label}`
                  }
                  onClick={(event) => void undo(change, event.currentTarget.closest("li"))}
                >
                  Undo
                </Button>
              )
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Whether an entry changes a field or its sources. */
function isOf(name: string, { differences }: ActivityEntry): boolean {
  return differences.some(({ field }) => field === name || field === `sources.${name.replace(/^details\./, "")}`);
}

/** What a change of several records did. A change that goes on beyond the list is read, to be counted. */
function ChangeWords({ change, isCut }: { change: Change; isCut: boolean }) {
  const { data: whole } = useQuery({ ...wholeChange(change[0].change_id), enabled: isCut });
  if (!isCut) return describeChange(change);
  if (!whole) return describeChange(change).replace(/^(\S+) .*/, "$1 several records");
  return whole.length < maxRead ? describeChange(whole) : `changed ${maxRead} or more records`;
}

/** What a change did to a record that was there before and after it. */
function Differences({ entry: { before, after, differences } }: { entry: ActivityEntry }) {
  if (!before || !after || differences.length === 0) return null;
  return (
    <dl className="mt-1 grid gap-1 text-muted">
      {differences.map(({ field, label, before: from, after: to }) => (
        <div key={field} className="flex min-w-0 flex-wrap gap-x-2">
          <dt>{label}</dt>
          <dd className="line-clamp-2 min-w-0 break-words">
            <del>
              <bdi>{from ?? "empty"}</bdi>
            </del>{" "}
            →{" "}
            <ins className="text-ink no-underline">
              <bdi>{to ?? "empty"}</bdi>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Deed({ entry, isMixed }: { entry: ActivityEntry; isMixed: boolean }) {
  const { resource, record_id, after, label } = entry;
  const deed = deedOf(entry);
  if (!isMixed) return `${deed} this record`;
  if (!isPath(resource)) return `${deed} ${resource}/${record_id}`;
  return (
    <>
      {deed} {resourceViews[resource].singular}{" "}
      {after ? (
        <RecordLink path={resource} id={record_id} label={label} />
      ) : (
        <bdi className="font-semibold">{label}</bdi>
      )}
    </>
  );
}

function Together({ entries }: { entries: readonly ActivityEntry[] }) {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-muted">Show details</summary>
      <ul className="mt-1 grid gap-1">
        {entries.slice(0, maxNamed).map((entry) => (
          <li key={entry.id}>
            <Deed entry={entry} isMixed />
          </li>
        ))}
        {entries.length > maxNamed && <li className="text-muted">and {entries.length - maxNamed} more</li>}
      </ul>
    </details>
  );
}

interface UndoProps {
  /** The entries of the change that are in sight. */
  change: Change;
  whole: readonly ActivityEntry[];
  /** @param isAlone whether one record alone is undone; null when the dialog was dismissed. */
  onEnd(isAlone: boolean | null): void;
}

/** Says what else belongs to a change before all of it is undone, and offers one record alone. */
function UndoDialog({ change, whole, onEnd }: UndoProps) {
  const isAll = whole.length < maxRead;
  const count = isAll ? whole.length : `${maxRead} or more`;
  const isOfOne = change.every(
    ({ record_id, resource }) => record_id === change[0].record_id && resource === change[0].resource,
  );
  return (
    <Dialog title={`Undo all ${count} changes?`} onDismiss={() => onEnd(null)}>
      <p>It belongs to one change{isAll ? `, which ${describeChange(whole)}` : ` of ${count} records`}.</p>
      <DialogActions action={`Undo all ${count}`} onAct={() => onEnd(false)} onDismiss={() => onEnd(null)}>
        {isOfOne && <Button onClick={() => onEnd(true)}>Undo this record alone</Button>}
      </DialogActions>
    </Dialog>
  );
}
