"use client";

import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/date-time";
import { useNow } from "@/components/ui/use-now";
import type { ActivityEntry } from "@/lib/activity/schema";
import { Differences } from "./differences";
import { entryName, hasOwnName, resourcesForNames } from "@/components/resource/record-name";
import { isPath, nouns } from "@/lib/resources/nouns";
import type { Directory } from "@/components/resource/record-name";
import { RecordLink } from "@/components/directory/record-link";
import { formatRecordCounts } from "@/components/resource/referrers";
import { useDirectory } from "@/components/resource/use-directory";
import { useUndo } from "./use-undo";

const verbs = { create: "created", update: "edited", delete: "deleted", revert: "reverted" };
const maxNamed = 50;

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
  const { directory } = useDirectory(isMixed && !entries.every(hasOwnName) ? resourcesForNames : []);
  const changes = byChange(entries);
  return (
    <ol aria-label={label} className="divide-y divide-line rounded border border-line bg-raised">
      {changes.slice(0, max).map(([first, ...others], index) => (
        <li key={first.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 p-3 text-sm">
          <div className="min-w-0 grow basis-64">
            <p>
              <span className="font-semibold">{first.account.name ?? "Deleted account"}</span>{" "}
              {others.length > 0 ? (
                `edited ${isCut && index === changes.length - 1 ? "at least " : ""}${countedWords([first, ...others])}`
              ) : (
                <Deed entry={first} directory={directory} isMixed={isMixed} />
              )}{" "}
              <span className="text-muted">
                <RelativeTime at={first.at} now={now} />
              </span>
            </p>
            {others.length > 0 ? (
              <Together entries={[first, ...others]} directory={directory} />
            ) : (
              <Differences entry={first} />
            )}
          </div>
          <Button
            aria-label={
              others.length > 0
                ? `Undo ${others.length + 1} changes`
                : `Undo: ${verbs[first.action]} ${entryName(first, directory)}`
            }
            onClick={() => void undoEntry(first.id)}
          >
            Undo
          </Button>
        </li>
      ))}
    </ol>
  );
}

interface DeedProps {
  entry: ActivityEntry;
  directory: Directory;
  isMixed: boolean;
}

function Deed({ entry, directory, isMixed }: DeedProps) {
  const { action, resource, record_id, after } = entry;
  if (!isMixed) return `${verbs[action]} this record`;
  if (!isPath(resource)) return `${verbs[action]} ${resource}/${record_id}`;
  const name = entryName(entry, directory);
  return (
    <>
      {verbs[action]} {nouns[resource].singular}{" "}
      {after ? (
        <RecordLink path={resource} id={record_id}>
          {name}
        </RecordLink>
      ) : (
        <span className="font-semibold">{name}</span>
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

type Change = [ActivityEntry, ...ActivityEntry[]];

/** Groups consecutive entries of the same change. */
function byChange(entries: readonly ActivityEntry[]): Change[] {
  const changes: Change[] = [];
  for (const entry of entries) {
    const last = changes.at(-1);
    if (last?.[0].change_id === entry.change_id) last.push(entry);
    else changes.push([entry]);
  }
  return changes;
}

function countedWords(entries: Change): string {
  return formatRecordCounts(entries.flatMap(({ resource }) => (isPath(resource) ? [{ path: resource }] : [])));
}
