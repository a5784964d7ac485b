import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { AuditedChange } from "./audited-change.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import type { RecordStep } from "./record-operations.ts";
import type { Resource } from "./resource.ts";
import { detailsOf, emptyRow, recordOf, sourcesOf } from "./rows.ts";
import { atomically, deleteRows, insertRows, updateRows } from "../db/rows.ts";
import { violatedConstraint, type ConstraintKind } from "../db/errors.ts";
import { AppError } from "../core/errors.ts";
import { createYielder } from "../core/yielding.ts";
import { validationError } from "../http/body.ts";
import type { PendingChange, UnitOfWork } from "./unit-of-work.ts";
import { sortByReference } from "./link-resources.ts";
import type { Repository } from "./repository.ts";

/** The documents of a record that are not its own fields, as members of an entry in the activity log. */
export const loggedParts = { details: detailsOf, sources: sourcesOf } as const;
export type LoggedPart = keyof typeof loggedParts;

export function logStep(
  audited: AuditedChange,
  { action, resource, before, after, mergedInto }: RecordStep,
  today: string,
): void {
  const [from, to] = loggedRecords(resource, before, after, today);
  audited.record(action, resource.path, from, to, mergedInto);
}

/**
 * The record before and after a change. Its details and its sources are in both if the change touched them, and in the
 * only one if the created or deleted record had some.
 */
export function loggedRecords(
  resource: Resource,
  before: FlatRecord | null,
  after: FlatRecord | null,
  today: string,
): [FlatRecord | null, FlatRecord | null] {
  const nothing = { ...emptyRow(resource), id: (after ?? before)?.id ?? "" };
  const touched = Object.entries(resource.details ? loggedParts : {}).filter(([part, show]) => {
    const [from, to] = [before ?? nothing, after ?? nothing].map((row) => comparable(part, show(resource, row, today)));
    return !isDeepStrictEqual(from, to);
  });
  const shown = (row: FlatRecord | null) =>
    row && {
      ...recordOf(resource, row),
      ...Object.fromEntries(touched.map(([part, show]) => [part, show(resource, row, today)])),
    };
  return [shown(before), shown(after)];
}

/** The time of verification belongs to the sources, although the details show it too. */
export function comparable(part: string, document: unknown): unknown {
  return part === "details" ? { ...(document as object), verified_at: null } : document;
}

/** So many that the cost of a statement is negligible, so few that no statement delays other requests. */
const maxBatch = { rows: 500, characters: 256 * 1024 };

/** A valid change that the database rejected, for example because a concurrent write came first. */
interface FlushError {
  /** The index of the change in the unit of work. */
  changeIndex: number;
  error: AppError;
}

type Write = (batch: SerializedChange[]) => Promise<string[] | void>;
type SerializedChange = PendingChange & { json: string };

/**
 * Writes the pending changes of a unit of work in few statements. Only the net result is written, so that intermediate
 * states may break a constraint (two cast members swap their roles). For the same reason, changed records that nothing
 * refers to are deleted first and inserted last.
 *
 * @param watch called with the number of records written and their total; its errors are passed on.
 * @param maxRefusals stops after this many rejected changes.
 * @returns the rejected changes; if there are any, roll the transaction back.
 */
export async function flush(
  work: UnitOfWork,
  { watch, maxRefusals = 1 }: { watch?: (done: number, of: number) => void; maxRefusals?: number } = {},
): Promise<FlushError[]> {
  const all = await work.pendingChanges();
  let done = 0;
  const refusals: FlushError[] = [];
  // A single statement needs no savepoint: when it fails, no other follows.
  const attempt = (write: () => ReturnType<Write>) =>
    all.length === 1 ? write() : atomically(work.transaction, write);
  /** Bisects a batch that breaks a constraint, to find the records that break it. */
  const writeBatch = async (batch: SerializedChange[], write: Write): Promise<void> => {
    if (refusals.length >= maxRefusals) return;
    try {
      const written = await attempt(() => write(batch));
      if (!written || written.length === batch.length) return;
      const ids = new Set(written);
      for (const { id, changeIndex } of batch)
        if (!ids.has(id)) refusals.push({ changeIndex, error: constraintError("unique") });
    } catch (error) {
      const rule = violatedConstraint(error);
      if (!rule) throw error;
      const [first, ...others] = batch;
      const middle = Math.ceil(batch.length / 2);
      if (first && others.length === 0) refusals.push({ changeIndex: first.changeIndex, error: constraintError(rule) });
      else for (const half of [batch.slice(0, middle), batch.slice(middle)]) await writeBatch(half, write);
    }
  };
  for (const { pieces, write } of planFlush(work, all))
    for await (const batch of batchesOf(pieces)) {
      await writeBatch(batch, write);
      watch?.((done += batch.length), all.length);
    }
  return refusals;
}

function planFlush(work: UnitOfWork, all: PendingChange[]): { pieces: PendingChange[]; write: Write }[] {
  const { transaction } = work;
  const parentsFirst = sortByReference([...new Set(all.map(({ resource }) => resource))]);
  const trunk = parentsFirst.filter(({ dependants }) => dependants.length > 0);
  const leaves = parentsFirst.filter(({ dependants }) => dependants.length === 0);
  const step = (
    resources: Resource[],
    isMeant: (one: PendingChange) => boolean,
    write: (repository: Repository) => Write,
  ) =>
    resources.map((resource) => ({
      pieces: all.filter((one) => one.resource === resource && isMeant(one)),
      write: write(resource.repository),
    }));
  const idsOf = (batch: SerializedChange[]) => batch.map(({ id }) => id);
  const recordsOf = (batch: SerializedChange[]) => `[${batch.map(({ json }) => json).join(",")}]`;
  const remove = (to: Repository) => (batch: SerializedChange[]) => deleteRows(transaction, to, idsOf(batch));
  const insert = (to: Repository) => (batch: SerializedChange[]) => insertRows(transaction, to, recordsOf(batch));
  const update = (to: Repository) => (batch: SerializedChange[]) => updateRows(transaction, to, recordsOf(batch));
  return [
    ...step(leaves, ({ stored }) => stored !== null, remove),
    ...step(trunk, ({ stored, current: now }) => stored === null && now !== null, insert),
    ...step(trunk, ({ stored, current: now }) => stored !== null && now !== null, update),
    ...step(trunk.toReversed(), ({ current: now }) => now === null, remove),
    ...step(leaves, ({ current: now }) => now !== null, insert),
  ];
}

async function* batchesOf(changes: PendingChange[]): AsyncGenerator<SerializedChange[]> {
  const turn = createYielder();
  let batch: SerializedChange[] = [];
  let characters = 0;
  for (const change of changes) {
    const json = JSON.stringify(change.current);
    if (batch.length === maxBatch.rows || characters + json.length > maxBatch.characters) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push({ ...change, json });
    characters += json.length;
    await turn();
  }
  if (batch.length > 0) yield batch;
}

const conflicts = {
  unique: "This record already exists.",
  restrict: "Other records refer to it.",
  reference: "A record that it refers to, or that refers to it, was changed at the same moment.",
} as const;

function constraintError(rule: ConstraintKind): AppError {
  return rule === "value"
    ? validationError([{ path: "", message: "A value is outside of what can be stored." }])
    : new AppError("conflict", { message: conflicts[rule] });
}
