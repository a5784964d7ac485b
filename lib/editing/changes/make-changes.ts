import "server-only";
import { dayInLondon } from "../../core/dates.ts";
import { logStep, flush } from "../../records/flush.ts";
import { UnitOfWork, idsIn } from "../../records/unit-of-work.ts";
import type { Staff } from "../../http/access/staff.ts";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../core/errors.ts";
import { runAuditedChange, type AuditedChange } from "../../records/audited-change.ts";
import { createYielder } from "../../core/yielding.ts";
import type { InspectedChange } from "./inspect-change.ts";
import { evaluateChange, changeRefusal, refusedChange, type ChangeEvaluation } from "./evaluate-change.ts";
import { readForOffers } from "./offers.ts";
import { Placeholders, isPlaceholder } from "./read-changes.ts";
import { maxIssuesPerResult } from "./schema.browser.ts";
import { firstChoiceOfId, loadIdsToChooseFrom } from "../../records/readable-ids.ts";
import type { Dependant } from "../../records/resource.ts";
import type { FindRecord } from "../../resources/record-words.ts";

const changesPerStep = 500;

/** The changes to make, and callbacks for progress and disconnection. */
export interface BulkChange {
  changes: readonly InspectedChange[];
  isDryRun: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /** Finds the records that names in words need, besides those that the changes read. */
  find: FindRecord;
  /** Called with the number of changes processed so far. */
  onProgress?: (done: number) => void;
  /** Whether the client has disconnected; nothing is kept then. */
  isClientGone?: () => boolean;
}

export interface BulkResult {
  evaluations: ChangeEvaluation[];
  /** Null when nothing was written. */
  changeId: string | null;
  activityId: bigint | null;
  /** The day in London as of which the changes were made. */
  today: string;
  /** Finds records as they would be after the changes. */
  find: FindRecord;
}

/**
 * Makes a list of changes in order, in one transaction, all or nothing. References are checked change by change;
 * duplicate assignments are checked against the final result.
 */
export async function makeChanges(database: Database, staff: Staff, batch: BulkChange): Promise<BulkResult> {
  const today = dayInLondon(batch.now);
  const { result, activityId } = await runAuditedChange(database, staff, async (audited) => {
    const tried = await tryAll(audited, batch);
    if (batch.isDryRun || tried.evaluations.some(({ outcome }) => outcome === "refused")) {
      audited.rollBack();
      return { ...tried, changeId: null };
    }
    const turn = createYielder();
    for (const { steps } of tried.evaluations) {
      for (const step of steps) logStep(audited, step, today);
      await turn();
    }
    await audited.writeEntries();
    await isClientWaiting(batch);
    return { ...tried, changeId: audited.id };
  });
  return { ...result, activityId, changeId: activityId === null ? null : result.changeId, today };
}

/** Checks and writes everything, so that constraint violations of the database show too. */
async function tryAll(audited: AuditedChange, batch: BulkChange): Promise<Pick<BulkResult, "evaluations" | "find">> {
  const { changes, isDryRun, now, onProgress } = batch;
  const work = new UnitOfWork(audited.transaction, dayInLondon(now));
  const find: FindRecord = (path, id) => work.peek(path, id) ?? batch.find(path, id);
  const context = { work, placeholders: new Placeholders(), isDryRun, now, find };
  const evaluations: ChangeEvaluation[] = [];
  const turn = createYielder();
  for (let start = 0; start < changes.length; start += changesPerStep) {
    const some = changes.slice(start, start + changesPerStep);
    await preload(work, some);
    for (const change of some) {
      evaluations.push(await evaluateChange(context, change, evaluations.length));
      await turn();
    }
    onProgress?.(Math.floor(evaluations.length / 2));
    await isClientWaiting(batch);
  }
  const refusals = await flush(work, {
    maxRefusals: maxIssuesPerResult,
    watch: (done, of) => {
      onProgress?.(Math.floor((changes.length * (of + Math.min(done, of))) / (2 * of)));
      if (batch.isClientGone?.()) throw clientGone();
    },
  });
  for (const { changeIndex, error } of refusals) {
    const evaluation = evaluations[changeIndex];
    if (evaluation) evaluations[changeIndex] = refusedChange(changeRefusal(error), evaluation);
  }
  return { evaluations, find };
}

/** Waits for one turn of the event loop, in which a closed connection is noticed. */
async function isClientWaiting({ isClientGone }: BulkChange): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (isClientGone?.()) throw clientGone();
}

/** For the log; no client reads it. */
function clientGone(): AppError {
  return new AppError("bad_request", {
    message: "The client disconnected before the changes were made. Nothing was changed.",
  });
}

/** The ids to load, by where they are looked up. */
type Wanted<Place> = Map<Place, Set<string>>;

function want<Place>(wanted: Wanted<Place>, place: Place, id: unknown): void {
  if (typeof id === "string") wanted.set(place, (wanted.get(place) ?? new Set()).add(id));
}

/** Preloads the records that the rules will read for these changes: a few statements instead of a few per change. */
async function preload(work: UnitOfWork, changes: readonly InspectedChange[]): Promise<void> {
  const records: Wanted<string> = new Map();
  const referring: Wanted<Dependant> = new Map();
  for (const change of changes) {
    if (change.action === "none") continue;
    const { resource } = change;
    want(records, resource.path, change.id);
    if (change.action !== "delete") {
      for (const { field, to } of resource.references) want(records, to, change.fields.sent[field]);
      for (const { field, member, to } of resource.detailReferences)
        for (const id of idsIn(change.parts.details?.input?.[field], member)) want(records, to, id);
    }
    if (change.action === "delete" || (change.action === "update" && movesElsewhere(change)))
      for (const dependant of resource.dependants) want(referring, dependant, change.id);
    else if (change.action === "update")
      for (const dependant of readForOffers(resource, change.fields.sent)) want(referring, dependant, change.id);
  }
  for (const [path, ids] of records) await work.load(path, ids);
  const chosenIds: Wanted<string> = new Map();
  const firstChoices: Wanted<string> = new Map();
  const referredTo: Wanted<string> = new Map();
  for (const change of changes) {
    if (change.action === "none" || change.action === "delete") continue;
    const { action, resource, id, fields } = change;
    if (action === "create") {
      if (id !== null && !isPlaceholder(id)) want(chosenIds, resource.path, id);
      else want(firstChoices, resource.path, await firstChoiceOfId(work, resource, fields.sent));
    } else {
      // What the record refers to now: the rules of its details read it.
      const row = await work.find(resource.path, id);
      for (const { field, to } of resource.references) want(referredTo, to, row?.[field]);
    }
  }
  for (const [path, ids] of referredTo) await work.load(path, ids);
  for (const [path, ids] of chosenIds) await work.loadIds(path, ids);
  for (const [path, bases] of firstChoices) await loadIdsToChooseFrom(work, path, bases);
  for (const [{ owner, field }, ids] of referring) await work.loadReferring(owner.path, field, ids);
}

/** Whether it sets what the record belongs to, so that records that refer to it must be checked. */
function movesElsewhere({ resource, fields }: Extract<InspectedChange, { action: "update" }>): boolean {
  return resource.references.some(({ field }) => field in fields.sent);
}
