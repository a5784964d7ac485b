"use client";

import { useState, type ReactNode } from "react";
import { SlowNotice } from "@/components/ui/slow-notice";
import { resourcesForReferrers } from "@/components/records/referrers";
import { nameOfEntry } from "@/components/records/record-name";
import { useRecordShape, useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { QueryState } from "@/components/ui/query-state";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { FieldChoices } from "./field-choices";
import { GoneRecords, MergeConflict } from "./merge-conflict";
import { compareFields, fieldsApart, laterEdits, suggestedOwner, type LaterEdit } from "./merge-fields";
import { DifferentNames } from "./different-names";
import { MergeOutcome } from "./merge-outcome";
import { planMerge, referringRecords, suggestedSurvivor } from "./merge-plan";
import { RecordChoice } from "./record-choice";
import { useMerge, type MergeResult } from "./use-merge";
import { useMergeCandidates } from "./use-merge-candidates";

interface Props {
  path: ResourcePath;
  /** The records to merge, at least two. */
  ids: readonly string[];
  onMerged(made: MergeResult): void;
  onDismiss(): void;
  /** A notice above the records. */
  children?: ReactNode;
}

/** Merges duplicates: shows them side by side, to choose which one stays and which value of each field. */
export function MergeRecordsDialog({ path, ids, onMerged, onDismiss, children }: Props) {
  const shapes = useShapes();
  const shape = useRecordShape(path);
  const { data, error, isFetching, refetch } = useMergeCandidates(path, ids, shapes[path].details !== undefined);
  const names = useDirectory([
    path,
    ...resourcesForReferrers(path, shapes),
    ...shape.fields.flatMap((field) => (field.kind === "reference" ? [field.to, ...shapes[field.to].namedBy] : [])),
  ]);
  const { directory } = names;
  const merging = useMerge(path);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [edits, setEdits] = useState<readonly LaterEdit[]>([]);

  const isReady = data !== undefined && !names.isPending && !names.error;
  const all = (isReady ? data.records : []).toSorted((a, b) => ids.indexOf(a.record.id) - ids.indexOf(b.record.id));
  const records = all.filter(({ record }) => !leftOut.has(record.id));
  const isAmong = (id: string | null | undefined) => records.some(({ record }) => record.id === id);
  const referring = referringRecords(
    path,
    all.map(({ record }) => record.id),
    directory,
    shapes,
  );
  const survivorId = wanted !== null && isAmong(wanted) ? wanted : suggestedSurvivor(records, referring);
  const fields = compareFields(shape, records);
  const owners = Object.fromEntries(
    fields.map((field) => {
      const owner = chosen[field.name];
      return [field.name, owner !== undefined && isAmong(owner) ? owner : suggestedOwner(field, survivorId)];
    }),
  );
  const apart = fieldsApart(shape, records);
  const { plural } = resourceViews[path];
  const plan =
    records.length > 1 && apart.length === 0
      ? planMerge({ records, survivorId, owners, fields, referring }, shapes)
      : null;

  async function merge() {
    if (!plan) return;
    const made = await merging.mutate(plan);
    if (made) return onMerged(made);
    // A refusal may mean that someone edited, deleted or merged one of them.
    const { data: now } = await refetch();
    if (data && now) setEdits(laterEdits(data.records, now.records));
  }

  function include(id: string, isIncluded: boolean) {
    const next = new Set(leftOut);
    if (isIncluded) next.delete(id);
    else next.add(id);
    setLeftOut(next);
  }

  return (
    <Dialog title={`Merge ${plural}`} size="wide" onDismiss={onDismiss}>
      {children}
      {!isReady && (
        <QueryState
          query={{
            error: error ?? names.error,
            refetch: () => {
              void refetch();
              names.refetch();
            },
          }}
          what={`the ${plural}`}
          lines={6}
        />
      )}
      {isReady && (
        <>
          <GoneRecords path={path} gone={data.gone} directory={directory} />
          {all.length > 0 && (
            <fieldset className="min-w-0">
              <legend className="text-sm font-semibold">Record to keep</legend>
              <p className="text-sm text-muted">
                Its id stays in the API.
                {all.length > 2 && ` Untick any that is a different ${resourceViews[path].singular}.`}
              </p>
              <ul className={`mt-2 grid gap-2 ${all.length > 2 ? "sm:grid-cols-3" : "sm:grid-cols-2"}`}>
                {all.map((loaded) => (
                  <RecordChoice
                    key={loaded.record.id}
                    loaded={loaded}
                    name={nameOfEntry(path, loaded.record as never, directory)}
                    referring={referring.filter(({ to }) => to === loaded.record.id)}
                    directory={directory}
                    isKept={loaded.record.id === survivorId}
                    onKeep={() => setWanted(loaded.record.id)}
                    isIncluded={!leftOut.has(loaded.record.id)}
                    onInclude={all.length > 2 ? (isIncluded) => include(loaded.record.id, isIncluded) : undefined}
                  />
                ))}
              </ul>
            </fieldset>
          )}
          {plan && (
            <>
              <FieldChoices
                fields={fields}
                records={records}
                owners={owners}
                directory={directory}
                onChoose={(field, owner) => setChosen({ ...chosen, [field]: owner })}
              />
              <MergeOutcome shape={shapes[path]} plan={plan} />
            </>
          )}
          {records.length < 2 && (
            <p role="status">
              {all.length > 2 ? "Tick at least two records to merge." : `There are no two ${plural} left to merge.`}
            </p>
          )}
          {path === "people" && <DifferentNames records={records} />}
          {apart.map((field) => (
            <p key={field.name} role="status">
              These {plural} can’t be merged: only {plural} with the same {field.label.toLowerCase()} can.
            </p>
          ))}
          {merging.error && <MergeConflict error={merging.error} edits={edits} shape={shape} directory={directory} />}
        </>
      )}
      <DialogActions
        action={plan ? (merging.isBusy ? "Merging…" : `Merge ${records.length} ${plural}`) : undefined}
        onAct={() => void merge()}
        isDisabled={merging.isBusy || isFetching}
        dismissal={isReady && all.length < 2 ? "Close" : "Cancel"}
        onDismiss={onDismiss}
      >
        <SlowNotice isSlow={merging.isSlow} stop={merging.stop} />
      </DialogActions>
    </Dialog>
  );
}
