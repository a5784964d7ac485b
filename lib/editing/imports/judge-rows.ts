import "server-only";
import type { ErrorCode } from "../../core/errors.ts";
import type { FieldIssue } from "../../http/body.ts";
import { createYielder } from "../../core/yielding.ts";
import { loggedRecords } from "../../records/flush.ts";
import { differencesOf, labelOfRecord } from "../../resources/record-words.ts";
import type { ChangeEvaluation } from "../changes/evaluate-change.ts";
import { maxChanges } from "../changes/limits.browser.ts";
import type { BulkResult } from "../changes/make-changes.ts";
import type { RequestedChange } from "../changes/schema.browser.ts";
import type { RowOption, RowOptions } from "./row-changes.ts";
import type { ImportEffect, PlannedImportRow } from "./schema.browser.ts";

/** Makes changes, in a transaction that may be rolled back. @param done how many are processed. */
export type MakeChanges = (
  changes: readonly RequestedChange[],
  isDryRun: boolean,
  onProgress: (done: number) => void,
) => Promise<BulkResult>;

/** What came of a change, in words. */
export interface Judgement {
  label: string;
  effect: ImportEffect;
  code: ErrorCode | null;
}

export type Judgements = ReadonlyMap<RequestedChange, Judgement>;

/**
 * What each change that a row may cause would do, by dry runs: one of the whole import as it is chosen, then others of
 * the alternatives, which may be more than one request may have.
 */
export async function judgeRows(
  rows: readonly RowOptions[],
  make: MakeChanges,
  onProgress: (done: number) => void,
): Promise<Judgements> {
  const [chosen, others] = changesToTry(rows);
  const judged = new Map<RequestedChange, Judgement>();
  const batches = [chosen];
  for (let start = 0; start < others.length; start += maxChanges) batches.push(others.slice(start, start + maxChanges));
  for (const changes of batches) {
    if (changes.length === 0) continue;
    const before = judged.size;
    const result = await make(changes, true, (done) => onProgress(before + done));
    for (const [change, judgement] of await judgementsOf(changes, result)) judged.set(change, judgement);
  }
  return judged;
}

export async function judgementsOf(changes: readonly RequestedChange[], result: BulkResult): Promise<Judgements> {
  const turn = createYielder();
  const judged = new Map<RequestedChange, Judgement>();
  for (const [index, change] of changes.entries()) {
    const evaluation = result.evaluations[index];
    if (evaluation) judged.set(change, judgementOf(change, evaluation, result));
    await turn();
  }
  return judged;
}

function judgementOf(change: RequestedChange, evaluation: ChangeEvaluation, result: BulkResult): Judgement {
  const { today, find, changeId } = result;
  const { outcome, id, resource, refusal } = evaluation;
  const [before, after] = resource ? loggedRecords(resource, evaluation.before, evaluation.after, today) : [null, null];
  const record = after ?? before;
  const isWritten = outcome === "created" || outcome === "changed";
  return {
    label: resource && record ? labelOfRecord(resource.path, record, find) : "",
    code: refusal?.code ?? null,
    effect: {
      outcome: outcome === "deleted" ? "refused" : outcome,
      // The id of a new record is known when it is made.
      id: change.action === "create" && changeId === null ? null : id,
      issues: (refusal?.issues ?? []).map(({ path, message }) => ({ path: path.replace(/^data\.?/, ""), message })),
      differences: resource && outcome === "changed" ? differencesOf(resource.path, before, after, find) : [],
      doubts: isWritten ? doubtsOf(change) : [],
    },
  };
}

/** A formula that a spreadsheet left, and an address that browsers don't show on a secure page. */
function doubtsOf(change: RequestedChange): string[] {
  const data = change.action === "delete" ? undefined : change.data;
  return Object.entries(data ?? {}).flatMap(([field, value]) => {
    if (typeof value !== "string") return [];
    if (value.startsWith("=")) return [`${field} begins with =, like a formula`];
    return /^http:/i.test(value) ? [`${field} has an address with http, not https`] : [];
  });
}

/** First the chosen change of each row, or its first, then the others, each once. */
export function changesToTry(rows: readonly RowOptions[]): [chosen: RequestedChange[], others: RequestedChange[]] {
  const chosen = new Set(rows.flatMap(({ options, chosen: option }) => (option ?? options[0])?.change ?? []));
  const all = new Set(rows.flatMap(({ options }) => options.flatMap(({ change }) => change ?? [])));
  return [[...chosen], [...all].filter((change) => !chosen.has(change))];
}

const labels = { update: "Use and update", keep: "Use as it is", create: "Create another", write: "Update" };

/** The planned outcome of a row, as it is chosen, and of its alternatives. */
export function planRow({ row, name, options, chosen }: RowOptions, judged: Judgements): PlannedImportRow {
  const records = new Set(options.flatMap(({ id }) => id ?? [])).size;
  const isIdle = (option: RowOption) => option.kind === "update" && effectOf(option, judged).outcome === "unchanged";
  const choices = options.length > 1 ? options.filter((option) => !isIdle(option)) : [];
  // An update that changes nothing is the same as using the record as it is.
  const used = chosen && isIdle(chosen) ? options.find(({ choice }) => choice === `keep:${chosen.id ?? ""}`) : chosen;
  const judgement = used?.change ? judged.get(used.change) : undefined;
  return {
    row,
    label: name || (judgement?.label ?? ""),
    ...(used
      ? effectOf(used, judged)
      : refused([{ path: "", message: `${records} records have this name: choose one, or create another` }])),
    chosen: used && (choices.length > 0 || used.choice === "skip") ? used.choice : null,
    choices: choices.map((option) => ({
      choice: option.choice,
      label: records > 1 && option.id !== null ? `${labels[option.kind]}: ${option.id}` : labels[option.kind],
      ...effectOf(option, judged),
    })),
  };
}

const noEffect: ImportEffect = { outcome: "unchanged", id: null, issues: [], differences: [], doubts: [] };

function refused(issues: readonly FieldIssue[]): ImportEffect {
  return { ...noEffect, outcome: "refused", issues: [...issues] };
}

function effectOf({ kind, id, change, issues }: RowOption, judged: Judgements): ImportEffect {
  const tried = change ? judged.get(change)?.effect : undefined;
  if (kind === "keep") return { ...noEffect, id, differences: tried?.differences ?? [] };
  if (!tried) return refused(issues ?? [{ path: "", message: "was not tried" }]);
  return { ...tried, id: id ?? tried.id };
}
