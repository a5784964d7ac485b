"use client";

import { useQuery } from "@tanstack/react-query";
import { RecordLink } from "@/components/records/directory/record-link";
import { entryName, hasOwnName, resourcesForNames, type Directory } from "@/components/records/record-name";
import { useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/date-time";
import { useNow } from "@/components/ui/use-now";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import { isPath, resourceViews } from "@/lib/resources/resource-views.browser";
import { RequestError, getApi } from "@/lib/client/client.browser";
import { deedOf, describeChange, groupChanges, undoneEntries, type Change } from "./changes";
import { changedReferences, Differences } from "./differences";
import { useMayUndo, useUndo } from "./use-undo";

const maxNamed = 50;
const pageLength = 100;
const maxPages = 5;

interface Props {
  entries: readonly ActivityEntry[];
  label: string;
  /** Whether entries name their record. */
  isMixed?: boolean;
  /** The maximum number of changes to show. */
  max?: number;
  /** Whether there are older entries, which may belong to the last change here. */
  isCut?: boolean;
}

/** Entries of the activity log with Undo; entries of one change are grouped. */
export function EntryList({ entries, label, isMixed = false, max = Infinity, isCut = false }: Props) {
  const now = useNow();
  const { undoEntry } = useUndo();
  const mayUndo = useMayUndo();
  const shapes = useShapes();
  const forNames = isMixed && !entries.every(hasOwnName) ? resourcesForNames : [];
  const { directory } = useDirectory([...forNames, ...changedReferences(entries, shapes)]);
  const changes = groupChanges(entries);
  const undone = undoneEntries(entries);

  /** The button disappears, so the row takes the focus. */
  async function undo(id: string, row: HTMLElement | null) {
    await undoEntry(id);
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
                <bdi className="font-semibold">{first.account.name ?? "A former member"}</bdi>{" "}
                {others.length > 0 ? (
                  <ChangeWords change={change} isCut={isCut && index === changes.length - 1} />
                ) : (
                  <Deed entry={first} directory={directory} isMixed={isMixed} />
                )}{" "}
                <span className="text-muted">
                  <RelativeTime at={first.at} now={now} />
                </span>
              </p>
              {others.length > 0 ? (
                <Together entries={change} directory={directory} />
              ) : (
                <Differences entry={first} directory={directory} />
              )}
            </div>
            {change.every(({ id }) => undone.has(id)) ? (
              <span className="flex min-h-10 items-center px-4 text-muted">Undone</span>
            ) : (
              mayUndo && (
                <Button
                  aria-label={
                    others.length > 0
                      ? `Undo ${others.length + 1} changes`
                      : `Undo: ${deedOf(first)} ${entryName(first, directory)}`
                  }
                  onClick={(event) => void undo(first.id, event.currentTarget.closest("li"))}
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

/** What a change of several records did. A change that goes on beyond the list is read to its end, to be counted. */
function ChangeWords({ change, isCut }: { change: Change; isCut: boolean }) {
  const whole = useWholeChange(change[0].change_id, isCut);
  if (!isCut) return describeChange(change);
  if (!whole) return describeChange(change).replace(/^(\S+) .*/, "$1 several records");
  return whole.isAll ? describeChange(whole.entries) : `changed more than ${whole.entries.length} records`;
}

interface DeedProps {
  entry: ActivityEntry;
  directory: Directory;
  isMixed: boolean;
}

function Deed({ entry, directory, isMixed }: DeedProps) {
  const { resource, record_id, after } = entry;
  const deed = deedOf(entry);
  if (!isMixed) return `${deed} this record`;
  if (!isPath(resource)) return `${deed} ${resource}/${record_id}`;
  const name = entryName(entry, directory);
  return (
    <>
      {deed} {resourceViews[resource].singular}{" "}
      {after ? (
        <RecordLink path={resource} id={record_id}>
          {name}
        </RecordLink>
      ) : (
        <bdi className="font-semibold">{name}</bdi>
      )}
    </>
  );
}

function Together({ entries, directory }: { entries: readonly ActivityEntry[]; directory: Directory }) {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-muted">Show details</summary>
      <ul className="mt-1 grid gap-1">
        {entries.slice(0, maxNamed).map((entry) => (
          <li key={entry.id}>
            <Deed entry={entry} directory={directory} isMixed />
          </li>
        ))}
        {entries.length > maxNamed && <li className="text-muted">and {entries.length - maxNamed} more</li>}
      </ul>
    </details>
  );
}

/** All entries of a change of which a list shows the first; at most five hundred. */
function useWholeChange(
  changeId: string,
  isEnabled: boolean,
): { entries: readonly ActivityEntry[]; isAll: boolean } | undefined {
  const { data } = useQuery({
    queryKey: ["activity", "change", changeId],
    queryFn: () => readChange(changeId),
    enabled: isEnabled,
    // The entries of a change never change.
    staleTime: Infinity,
  });
  return data;
}

async function readChange(changeId: string): Promise<{ entries: ActivityEntry[]; isAll: boolean }> {
  const entries: ActivityEntry[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const last = entries.at(-1);
    const query = new URLSearchParams({ change_id: changeId, limit: String(pageLength) });
    if (last) query.set("before", last.id);
    const answer = await getApi(`/activity?${query}`).catch(() => null);
    if (answer?.status !== 200) throw new RequestError(answer);
    const found = answer.body as ActivityEntry[];
    entries.push(...found);
    if (found.length < pageLength) return { entries, isAll: true };
  }
  return { entries, isAll: false };
}
