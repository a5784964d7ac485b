"use client";

import { useState } from "react";
import { ChangeErrors } from "@/components/changes/change-errors";
import { sendChanges, type Progress } from "@/components/changes/send-changes";
import { useChanges } from "@/components/changes/use-changes";
import type { ResourcePath } from "@/lib/resources/nouns";
import { formatRecordCount } from "@/components/resource/referrers";
import { useEntries } from "@/components/resource/use-directory";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useApiWrite } from "@/components/use-api-write";
import type { ChangesResult } from "@/lib/changes/schema";
import { FileChoice } from "./file-choice";
import { countOutcomes, planImport, type PlannedRow } from "./plan";
import { PlanTable } from "./plan-table";
import { ProgressBar } from "./progress-bar";
import { readFile } from "./read-file";

/** Imports records from a file: a preview of each row first, then one change. */
export function ImportRecords({ path }: { path: ResourcePath }) {
  const entries = useEntries(path);
  const trial = useApiWrite();
  const { make, isBusy, error, progress } = useChanges();
  const [trialProgress, setTrialProgress] = useState<Progress | null>(null);
  const [file, setFile] = useState("");
  const [plan, setPlan] = useState<readonly PlannedRow[] | null>(null);
  const [done, setDone] = useState<ChangesResult | null>(null);

  async function look(chosen: File) {
    setFile(chosen.name);
    setPlan(null);
    setDone(null);
    const taken = new Set(entries.data?.body.map(({ id }) => id));
    const { sheet, changes } = await readFile(chosen, path, taken);
    const looked = await trial.write(() => sendChanges(changes, { isDryRun: true, onProgress: setTrialProgress }));
    setTrialProgress(null);
    if (looked) setPlan(planImport(sheet, changes, looked.changes));
  }

  const sound = (plan ?? []).filter(({ outcome }) => outcome === "created" || outcome === "changed");

  async function run() {
    const changes = sound.flatMap(({ change }) => (change ? [change] : []));
    setDone(await make(changes, `${formatRecordCount(changes.length, path)} imported.`));
  }

  return (
    <div className="grid gap-6">
      <FileChoice
        path={path}
        isReady={entries.data !== undefined && !trial.isBusy && !isBusy}
        onChoose={(chosen) => void look(chosen)}
      />
      {trial.isBusy && <ProgressBar label={`Checking ${file}`} progress={trialProgress} />}
      {trial.error && <ChangeErrors error={trial.error} nameOf={(index) => `Row ${index + 1}`} />}
      {done && (
        <EmptyState title={`${formatRecordCount(done.counts.created, path)} created, ${done.counts.changed} changed`}>
          <p className="text-sm text-muted">You can undo the whole import here or in Activity.</p>
        </EmptyState>
      )}
      {plan && !done && (
        <>
          <PlanTable rows={plan} counts={countOutcomes(plan)} />
          {error && <ChangeErrors error={error} nameOf={(index) => `Row ${sound[index]?.row ?? "?"}`} />}
          {isBusy ? (
            <ProgressBar label={`Importing ${file}`} progress={progress} />
          ) : (
            <Decision path={path} rows={plan} sound={sound.length} run={() => void run()} />
          )}
        </>
      )}
    </div>
  );
}

interface DecisionProps {
  path: ResourcePath;
  rows: readonly PlannedRow[];
  sound: number;
  run(): void;
}

function Decision({ path, rows, sound, run }: DecisionProps) {
  const { refused } = countOutcomes(rows);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {sound > 0 && (
        <Button look="primary" onClick={run}>
          Import {formatRecordCount(sound, path)}
        </Button>
      )}
      <p className="text-sm text-muted">
        {sound === 0 && "Nothing to import. "}
        {refused > 0 &&
          `${refused === 1 ? "1 row" : `${refused} rows`} will be skipped. To include ${refused === 1 ? "it" : "them"}, fix the file and choose it again.`}
      </p>
    </div>
  );
}
