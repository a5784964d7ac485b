"use client";

import type { ActivityEntry } from "@/lib/activity/schema";
import { Button } from "@/components/ui/button";
import { Ago } from "@/components/ui/moment";
import { useNow } from "@/components/ui/use-now";
import { RecordLink } from "./record-link";
import { isPath, nouns } from "./nouns";
import { useUndo } from "./use-undo";

const verbs = { create: "created", update: "changed", delete: "deleted", revert: "undid a change of" };

interface Props {
  entries: readonly ActivityEntry[];
  label: string;
  /** Whether each says which record it is about. */
  isMixed?: boolean;
}

/** Who changed what, when, each with its undoing. */
export function EntryList({ entries, label, isMixed = false }: Props) {
  const now = useNow();
  const { undoEntry } = useUndo();
  return (
    <ol aria-label={label} className="divide-y divide-line rounded border border-line bg-raised">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 p-3 text-sm">
          <div className="min-w-0 grow basis-64">
            <p>
              <span className="font-semibold">{entry.account.name}</span> {verbs[entry.action]}{" "}
              {isMixed ? <Subject entry={entry} /> : "it"}{" "}
              <span className="text-muted">
                <Ago at={entry.at} now={now} />
              </span>
            </p>
            <Differences entry={entry} />
          </div>
          <Button aria-label={`Undo: ${titleOf(entry)}`} onClick={() => void undoEntry(entry.id)}>
            Undo
          </Button>
        </li>
      ))}
    </ol>
  );
}

function Subject({ entry: { resource, record_id, before, after } }: { entry: ActivityEntry }) {
  if (!isPath(resource)) return `${resource}/${record_id}`;
  const name = (after ?? before)?.["name"];
  const words = typeof name === "string" ? name : record_id;
  return (
    <>
      {nouns[resource].singular}{" "}
      {after ? (
        <RecordLink path={resource} id={record_id}>
          {words}
        </RecordLink>
      ) : (
        <span className="font-semibold">{words}</span>
      )}
    </>
  );
}

/** The fields that a change gave another value. */
function Differences({ entry: { before, after } }: { entry: ActivityEntry }) {
  if (!before || !after) return null;
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  return (
    <dl className="mt-1 grid gap-1 text-muted">
      {changed.map((name) => (
        <div key={name} className="flex min-w-0 flex-wrap gap-x-2">
          <dt className="font-mono">{name}</dt>
          <dd className="line-clamp-2 min-w-0 break-words">
            <del>{shown(before[name])}</del> → <ins className="text-ink no-underline">{shown(after[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function titleOf({ action, resource, record_id, before, after }: ActivityEntry): string {
  const name = (after ?? before)?.["name"];
  return `${action} ${resource} ${typeof name === "string" ? name : record_id}`;
}

function shown(value: unknown): string {
  return value === null || value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
}
