"use client";

import { useState } from "react";
import { ChangeErrors } from "@/components/changes/change-errors";
import { SlowNotice } from "@/components/changes/slow-notice";
import { useRecordShape } from "@/components/resource/shapes";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { QueryState } from "@/components/ui/query-state";
import type { DataDecision, DataProblem } from "@/lib/data-quality/schema";
import { MergeOutcome } from "./merge-outcome";
import {
  mergedFields,
  mergePlan,
  suggestedSurvivor,
  suggestedValues,
  valuesOf,
  type ChosenValues,
  type MergedField,
} from "./merge-plan";
import { PersonChoice } from "./person-choice";
import { useMerging } from "./use-merging";
import type { useRemedy } from "./use-remedy";

interface Props {
  problem: DataProblem;
  decision: Extract<DataDecision, { kind: "merge" }>;
  remedy: ReturnType<typeof useRemedy>;
  onDone(): void;
  onDismiss(): void;
}

/** Merges people with the same name. The editor chooses which record to keep, and its values. */
export function MergePeopleDialog({ problem, decision, remedy, onDone, onDismiss }: Props) {
  const { data, error, isFetching, refetch } = useMerging(decision.record_ids);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Partial<Record<MergedField, string>>>({});

  const included = (data?.people ?? []).filter(({ record }) => !leftOut.has(record.id));
  const records = included.map(({ record }) => record);
  const credits = data?.credits ?? [];
  const survivor = records.find(({ id }) => id === wanted)?.id ?? suggestedSurvivor(records, credits);
  const values = valuesAmong(chosen, records);
  const plan = mergePlan(included, survivor, values, credits);
  const canMerge = included.length > 1 && !isFetching;

  async function merge() {
    const moved = `${plan.moved.length} ${plan.moved.length === 1 ? "credit" : "credits"} moved.`;
    const text = `Merged ${included.length} people into ${values.name}. ${moved}`;
    // A refusal may mean that someone edited one of them.
    if (!(await remedy.carryOut(problem, plan.changes, text, onDone))) void refetch();
  }

  function include(id: string, isIncluded: boolean) {
    const next = new Set(leftOut);
    if (isIncluded) next.delete(id);
    else next.add(id);
    setLeftOut(next);
  }

  return (
    <Dialog title={`Merge people named ${problem.name}`} size="wide" onDismiss={onDismiss}>
      <QueryState
        query={{ data, error, refetch }}
        lines={6}
        label="Loading people and credits…"
        title="People can’t be loaded"
      />
      {data && (
        <>
          <fieldset>
            <legend className="text-sm font-semibold">Record to keep</legend>
            <p className="text-sm text-muted">
              Its id stays in the API; the others’ ids are removed.
              {data.people.length > 2 && " Untick anyone who is a different person."}
            </p>
            <ul className="mt-2 grid gap-2">
              {data.people.map(({ record }) => (
                <PersonChoice
                  key={record.id}
                  person={record}
                  credits={credits.filter(({ person_id }) => person_id === record.id)}
                  isKept={record.id === survivor}
                  onKeep={() => setWanted(record.id)}
                  isIncluded={!leftOut.has(record.id)}
                  {...(data.people.length > 2
                    ? { onInclude: (isIncluded: boolean) => include(record.id, isIncluded) }
                    : {})}
                />
              ))}
            </ul>
          </fieldset>
          {included.length > 1 &&
            mergedFields.map((field) => (
              <ValueChoice
                key={field}
                field={field}
                options={valuesOf(records, field)}
                value={values[field]}
                onChoose={(value) => setChosen({ ...chosen, [field]: value })}
              />
            ))}
          {included.length > 1 ? (
            <MergeOutcome plan={plan} credits={credits} people={records} survivor={survivor} name={values.name} />
          ) : (
            <p role="status">Tick at least two records to merge.</p>
          )}
          {remedy.error && <ChangeErrors error={remedy.error} nameOf={() => "Merge"} />}
        </>
      )}
      <DialogActions
        action={data && (remedy.isBusy ? "Merging…" : `Merge ${included.length} people`)}
        onAct={() => void merge()}
        isDisabled={remedy.isBusy || !canMerge}
        onDismiss={onDismiss}
      >
        <SlowNotice isSlow={remedy.isSlow} stop={remedy.stop} />
      </DialogActions>
    </Dialog>
  );
}

/** A chosen value counts while one of the included records has it. */
function valuesAmong(
  chosen: Partial<Record<MergedField, string>>,
  records: Parameters<typeof suggestedValues>[0],
): ChosenValues {
  const suggested = suggestedValues(records);
  const stillThere = (field: MergedField) => valuesOf(records, field).find((value) => value === chosen[field]);
  return {
    name: stillThere("name") ?? suggested.name,
    bio: stillThere("bio") ?? suggested.bio,
    image: stillThere("image") ?? suggested.image,
  };
}

interface ValueChoiceProps {
  field: MergedField;
  options: readonly string[];
  value: string | null;
  onChoose(value: string): void;
}

/** Chooses one of several values for a field; hidden when there is only one. */
function ValueChoice({ field, options, value, onChoose }: ValueChoiceProps) {
  const { fields } = useRecordShape("people");
  if (options.length < 2) return null;
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{fields.find(({ name }) => name === field)?.label}</legend>
      <div className="mt-1 grid gap-2">
        {options.map((option) => (
          <label
            key={option}
            className="flex cursor-pointer items-start gap-3 rounded border border-edge p-3 text-sm has-checked:border-curtain has-checked:bg-curtain-wash"
          >
            <input
              type="radio"
              name={`merge-${field}`}
              className="mt-0.5 size-4 shrink-0 accent-curtain"
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            <span className="min-w-0 break-words whitespace-pre-wrap">{option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
