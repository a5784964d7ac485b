import "server-only";
import { ConcurrencyLimit, type LimitedWork } from "../../core/concurrency-limit.ts";
import { maxBodyBytes } from "../../http/body.ts";
import type { HandlerResult, HttpRequest, Route } from "../../http/route.ts";
import { requireStaff, type Staff } from "../../accounts/sign-in/staff.ts";
import type { Representation } from "../../catalogue/representation.ts";
import type { Database } from "../../db/database.ts";
import { changesDeclaration } from "./declaration.ts";
import { makeChanges, type BulkChange } from "./make-changes.ts";
import { readChanges } from "./read-changes.ts";
import { refuseAll, resultBody } from "./result.ts";

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
 * `POST /changes`: many changes as one. On a PostgreSQL server other requests continue: no step blocks the process for
 * long, and the transaction blocks only other writers. The embedded database has one connection and runs in this
 * process, so what reads the database waits for the transaction too.
 */
export const changesRoute: Route = {
  path: "/changes",
  isMetered: true,
  operations: {
    POST: {
      access: "editRecords",
      declaration: changesDeclaration,
      handle: async ({ request, session, caller, infrastructure: { database, now } }) => {
        const staff = requireStaff(session);
        const isClientGone = () => request.isGone();
        const answer: LimitedWork<HandlerResult> = async (hold) => {
          const { changes, isDryRun } = await readChanges(request);
          const make = (onProgress: BulkChange["onProgress"]) =>
            carryOut(database, staff, { changes, isDryRun, now: now(), onProgress, isClientGone });
          if (!wantsLines(request)) return { body: await make(() => undefined) };
          let end = () => {};
          hold(new Promise<void>((resolve) => (end = resolve)));
          return { body: null, work: (report) => make((done) => report({ done, of: changes.length })).finally(end) };
        };
        return isLarge(request) ? largeBatches.run(caller, isClientGone, answer) : answer(ignore, ignore);
      },
    },
  },
};

const ignore = () => undefined;

async function carryOut(database: Database, staff: Staff, batch: BulkChange): Promise<Representation> {
  const made = await makeChanges(database, staff, batch);
  const isRefused = made.evaluations.some(({ outcome }) => outcome === "refused");
  if (isRefused && !batch.isDryRun) throw refuseAll(made.evaluations);
  return resultBody(made, batch.isDryRun);
}

function wantsLines(request: HttpRequest): boolean {
  return /(^|,)\s*application\/x-ndjson\s*(;|,|$)/i.test(request.header("accept") ?? "");
}

/** Whether the body may exceed the usual limit. A chunked body could have any length. */
function isLarge(request: HttpRequest): boolean {
  const length = request.header("content-length");
  return length === undefined || Number(length) > maxBodyBytes;
}
