import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useApiWrite } from "@/components/form/use-write";
import { useUndo, type Progress } from "@/components/records/changes/use-changes";
import { formatRecordCount } from "@/components/records/record-name";
import { sendForLines } from "@/lib/http/client/client.browser";
import type { ImportPlan, ImportResult, ImportSettings, PlannedImportRow } from "@/lib/editing/imports/schema.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

export type ReadSettings = Pick<ImportSettings, "encoding" | "mapping" | "dates">;

/** The steps of an import: a file, its encoding, its columns, a preview of its rows, and one change. */
export function useImport(path: ResourcePath) {
  const dryRun = useApiWrite();
  const writing = useApiWrite();
  const client = useQueryClient();
  const { offer } = useUndo();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [file, setFile] = useState<{ content: File; settings: ReadSettings } | null>(null);
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [choices, setChoices] = useState<Choices>(new Map());
  const [result, setResult] = useState<ImportResult | null>(null);
  const rows = useMemo(() => (plan ? withChoices(plan, choices) : []), [plan, choices]);
  const sound = rows.filter(({ outcome }) => outcome === "created" || outcome === "changed");

  async function send(settings: ImportSettings, content: File, signal: AbortSignal) {
    setProgress(null);
    const form = new FormData();
    form.set("file", content);
    for (const [name, value] of Object.entries(settings)) if (value !== undefined) form.set(name, value);
    return (await sendForLines(`/imports/${path}`, form, (line) => setProgress(line as Progress), signal)).body;
  }

  /** Plans the import of a file as it is read with these settings. */
  async function read(settings: ReadSettings, content = file?.content) {
    if (!content) return;
    setFile({ content, settings });
    setChoices(new Map());
    setResult(null);
    // Another file has no plan until its own is known.
    if (content !== file?.content) setPlan(null);
    const answer = await dryRun.write((signal) => send({ ...settings, dry_run: "true" }, content, signal));
    setPlan(answer as ImportPlan | null);
  }

  async function choose(chosen: File) {
    // The file may be changed or removed before it is imported.
    await read({}, new File([await chosen.arrayBuffer()], chosen.name, { type: chosen.type }));
  }

  async function run() {
    if (!file) return;
    const decisions = rows.flatMap(({ row, outcome, chosen }) =>
      outcome === "refused" ? [[row, "skip"] as const] : chosen === null ? [] : [[row, chosen] as const],
    );
    const answer = await writing.write(async (signal) => {
      const settings = { ...file.settings, choices: JSON.stringify(Object.fromEntries(decisions)) };
      const done = (await send(settings, file.content, signal)) as ImportResult;
      await client.invalidateQueries();
      offer(`${formatRecordCount(sound.length, path)} imported.`, done.activity_id);
      return done;
    });
    setResult(answer);
  }

  return {
    name: file?.content.name ?? "",
    settings: file?.settings ?? {},
    plan,
    rows,
    sound: sound.length,
    result,
    isReady: !dryRun.isBusy && !writing.isBusy,
    progress,
    dryRun,
    writing,
    choose,
    read,
    chooseRows: (more: Choices) => setChoices((before) => new Map([...before, ...more])),
    run,
  };
}

export type Choices = ReadonlyMap<number, string>;

/** The rows of a plan with the choices that were made since. */
export function withChoices({ rows }: ImportPlan, choices: Choices): PlannedImportRow[] {
  return rows.map((row) => {
    const wantedChoice = row.choices.find(({ choice }) => choice === choices.get(row.row));
    if (!wantedChoice) return row;
    const { choice, label: _label, ...effect } = wantedChoice;
    return { ...row, ...effect, chosen: choice };
  });
}

/** One choice for all rows with a known name; of several records with the name the editor must choose one. */
export function choiceForAll(rows: readonly PlannedImportRow[], kind: "update" | "keep" | "create"): Choices {
  return new Map(
    rows.flatMap(({ row, choices }) => {
      const uses = choices.filter(({ choice }) => choice !== "create");
      if (kind !== "create" && new Set(uses.map(({ id }) => id)).size > 1) return [];
      const chosen = choices.find(({ choice }) => choice.startsWith(kind)) ?? uses[0];
      return chosen ? [[row, chosen.choice] as const] : [];
    }),
  );
}

/** A list may have a hundred entries. */
const maxShownCharacters = 300;

/** Why a row is refused, or what it changes. */
export function rowDetails({ outcome, id, chosen, issues, differences }: PlannedImportRow): string[] {
  if (outcome === "refused") return issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const changes = differences.map(
    ({ label, before, after }) => `${label}: ${shortened(before ?? "empty")} → ${shortened(after ?? "empty")}`,
  );
  if (chosen?.startsWith("keep:")) return [`uses ${id}`, ...changes.map((change) => `left out: ${change}`)];
  return chosen?.startsWith("update:") ? [`uses ${id}`, ...changes] : changes;
}

function shortened(text: string): string {
  return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters)}…` : text;
}
