import "server-only";
import { maxBodyBytes } from "../http/body.ts";
import type { HttpRequest, Route } from "../http/route.ts";
import { requireStaff, type Staff } from "../auth/staff.ts";
import type { Representation } from "../snapshots/representation.ts";
import type { Database } from "../db/database.ts";
import { changesDeclaration } from "./declaration.ts";
import { makeChanges, type BulkChange } from "./make-changes.ts";
import { SerialQueue } from "./serial-queue.ts";
import { readChanges } from "./read-changes.ts";
import { refuseAll, resultBody } from "./result.ts";

/** Covers reading and writing: a body of 32 MiB takes some hundreds of megabytes until its last change is made. */
const largeLists = new SerialQueue(10_000);

/**
 * `POST /changes`: many changes as one. On a PostgreSQL server other requests continue: no step blocks the process for
 * long, and the transaction blocks only other writers (20,000 cast members: 3.7 s, 99 % of reads under 95 ms). The
 * embedded database has one connection and runs in this process, so reads wait for the transaction too (the same
 * 20,000: 4.9 s, half of the reads over 2 s, the slowest 3.6 s).
 */
export const changesRoute: Route = {
  path: "/changes",
  isMetered: true,
  operations: {
    POST: {
      access: "editor",
      declaration: changesDeclaration,
      handle: async ({ request, session, infrastructure: { database, now } }) => {
        const staff = requireStaff(session);
        const end = isLarge(request) ? await largeLists.begin() : () => undefined;
        const { changes, isDryRun } = await readChanges(request).catch((error: unknown) => {
          end();
          throw error;
        });
        const make = (report: BulkChange["onProgress"]) =>
          carryOut(database, staff, {
            changes,
            isDryRun,
            now: now(),
            onProgress: report,
            isClientGone: () => request.isGone(),
          }).finally(end);
        if (!wantsLines(request)) return { body: await make(() => undefined) };
        return { body: null, work: (report) => make((done) => report({ done, of: changes.length })) };
      },
    },
  },
};

async function carryOut(database: Database, staff: Staff, order: BulkChange): Promise<Representation> {
  const made = await makeChanges(database, staff, order);
  const isRefused = made.verdicts.some(({ outcome }) => outcome === "refused");
  if (isRefused && !order.isDryRun) throw refuseAll(made.verdicts);
  return resultBody(made, order.isDryRun);
}

function wantsLines(request: HttpRequest): boolean {
  return /(^|,)\s*application\/x-ndjson\s*(;|,|$)/i.test(request.header("accept") ?? "");
}

/** Whether the body may exceed the usual limit. A chunked body could have any length. */
function isLarge(request: HttpRequest): boolean {
  const length = request.header("content-length");
  return length === undefined || Number(length) > maxBodyBytes;
}
