import "server-only";
import { validationError, maxBodyBytes } from "../../http/body.ts";
import { queryReader } from "../../http/define-operation.ts";
import { meteredRoute, type HandlerResult, type HttpRequest, type RequestContext } from "../../http/route.ts";
import { requireStaff, type Staff } from "../../http/access/staff.ts";
import { activityHeader } from "../../records/audited-change.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { Representation } from "../../catalogue/representation.ts";
import type { Database } from "../../db/database.ts";
import { changesDeclaration, refuseBatch } from "./declaration.ts";
import { makeChanges, type BulkChange, type BulkResult } from "./make-changes.ts";
import { readChanges } from "./read-changes.ts";
import { deletedReference } from "./offers.ts";
import { differencesOf, labelOfRecord, type FindRecord } from "../../resources/record-words.ts";
import { loggedRecords } from "../../records/flush.ts";
import { createYielder } from "../../core/yielding.ts";
import type { ChangeEvaluation } from "./evaluate-change.ts";
import { maxResultBytes, type ChangeOutcome, type ChangesResult, type Outcome } from "./schema.browser.ts";
import { ConcurrencyLimit, type LimitedWork } from "../../core/concurrency-limit.ts";

const readQuery = queryReader(noParameters);

/**
 * `POST /changes`: many changes as one. On a PostgreSQL server other requests continue: no step blocks the process for
 * long, and the transaction blocks only other writers. The embedded database has one connection and runs in this
 * process, so what reads the database waits for the transaction too.
 */
export const changesRoute = meteredRoute("/changes", {
  POST: {
    access: "editRecords",
    isStrict: true,
    declaration: changesDeclaration,
    handle: (context) => {
      const { request, session, versions, infrastructure } = context;
      readQuery(request.target);
      const { database, catalogue, now } = infrastructure;
      const staff = requireStaff(session);
      return runBatch(context, async () => {
        const { changes, isDryRun } = await readChanges(request);
        if (isDryRun) await catalogue.reach(versions?.data ?? null);
        const find: FindRecord = (path, id) => catalogue.row(path, id)?.record;
        const isClientGone = () => request.isGone();
        return {
          of: changes.length,
          run: (onProgress) =>
            carryOut(database, staff, { changes, isDryRun, now: now(), find, onProgress, isClientGone }),
        };
      });
    },
  },
});

async function carryOut(database: Database, staff: Staff, batch: BulkChange) {
  const result = await makeChanges(database, staff, batch);
  const refused = result.evaluations.flatMap(({ refusal }, index) =>
    refusal ? [{ ...refusal, path: `changes.${index}` }] : [],
  );
  const codes = refused.map(({ code }) => code);
  if (refused.length > 0 && !batch.isDryRun)
    throw refuseBatch("changes can't be made", result.evaluations.length, codes, refused);
  return { body: await resultBody(result, batch.isDryRun), headers: activityHeader(result.activityId) };
}

export function resultBody(result: BulkResult, isDryRun: boolean): Promise<Representation> {
  const head = { dry_run: isDryRun, ...namesOf(result) };
  return outcomesBody(head, "changes", result.evaluations, (evaluation, index): ChangeOutcome => {
    const { outcome, id, refusal } = evaluation;
    const explanation = isDryRun ? explanationOf(evaluation, result) : {};
    return { index, outcome, id, ...(refusal && { issues: refusal.issues }), ...explanation };
  });
}

/** What names a batch of changes in the activity log. */
export function namesOf({ changeId, activityId }: BulkResult): Pick<ChangesResult, "change_id" | "activity_id"> {
  return { change_id: changeId, activity_id: activityId === null ? null : String(activityId) };
}

/**
 * A response body that ends with outcomes, how many there are of each kind and one by one. It is serialised in parts: a
 * dry run of thousands has megabytes.
 *
 * @throws AppError 400 when it would exceed 128 MiB.
 */
export async function outcomesBody<Item>(
  head: object,
  name: string,
  items: readonly Item[],
  show: (item: Item, index: number) => { readonly outcome: Outcome },
): Promise<Representation> {
  const counts: ChangesResult["counts"] = { created: 0, changed: 0, unchanged: 0, deleted: 0, refused: 0 };
  const turn = createYielder();
  const parts: Buffer[] = [];
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    const shown = show(item, index);
    counts[shown.outcome] += 1;
    const part = Buffer.from(`${index === 0 ? "" : ","}${JSON.stringify(shown)}`);
    bytes += part.length;
    if (bytes > maxResultBytes)
      throw validationError([{ path: name, message: `The response would exceed ${maxResultBytes} bytes.` }]);
    parts.push(part);
    await turn();
  }
  const opening = Buffer.from(`${JSON.stringify({ ...head, counts }).slice(0, -1)},"${name}":[`);
  return Representation.joined([opening, ...parts, Buffer.from("]}")]);
}

/** What a dry run says of a change besides its outcome. */
function explanationOf(
  { resource, refusal, references, offers, ...rows }: ChangeEvaluation,
  { today, find }: Pick<BulkResult, "today" | "find">,
): Partial<ChangeOutcome> {
  const [before, after] = resource ? loggedRecords(resource, rows.before, rows.after, today) : [null, null];
  const named = after ?? before;
  return {
    ...(refusal ? {} : { before, after }),
    label: resource && named && labelOfRecord(resource.path, named, find),
    differences: resource && !refusal ? differencesOf(resource.path, before, after, find) : [],
    references: references.map((reference) => deletedReference(reference, find)),
    offers: offers.map(({ id, text, default: isDefault }) => ({ id, text, default: isDefault })),
  };
}

/** Work on many records that reports its progress. */
interface BatchWork {
  /** How many steps it has. */
  readonly of: number;
  /** @param onProgress called with the number of steps that are done. */
  readonly run: (
    onProgress: (done: number) => void,
  ) => Promise<{ body: Representation; headers: Record<string, string> }>;
}

/** Covers reading and writing: a body of 8 MiB takes up to a hundred megabytes until its last change is made. */
const largeBatches = new ConcurrencyLimit({
  inFlight: 1,
  inFlightPerCaller: 1,
  waiting: 4,
  waitingPerCaller: 4,
  maxWaitMilliseconds: 10_000,
  message: "Other large batches are being processed. Try again in a few seconds.",
});

/**
 * Answers a request for many changes: large ones one at a time, with lines of progress where `Accept` asks for them.
 *
 * @param read reads the request, once it is its turn.
 */
export function runBatch(
  { request, caller }: Pick<RequestContext, "request" | "caller">,
  read: () => Promise<BatchWork>,
): Promise<HandlerResult> {
  const answer: LimitedWork<HandlerResult> = async (hold) => {
    const { of, run } = await read();
    if (!wantsLines(request)) return run(() => undefined);
    let end = () => {};
    hold(new Promise<void>((resolve) => (end = resolve)));
    const report = async (send: (line: object) => void) => (await run((done) => send({ done, of }))).body;
    return { body: null, work: (send) => report(send).finally(end) };
  };
  const nothing = () => undefined;
  return isLarge(request) ? largeBatches.run(caller, () => request.isGone(), answer) : answer(nothing, nothing);
}

function wantsLines(request: HttpRequest): boolean {
  return /(^|,)\s*application\/x-ndjson\s*(;|,|$)/i.test(request.header("accept") ?? "");
}

/** Whether the body may exceed the usual limit. A chunked body could have any length. */
function isLarge(request: HttpRequest): boolean {
  const length = request.header("content-length");
  return length === undefined || Number(length) > maxBodyBytes;
}
