import "server-only";
import { mostBodyBytes } from "../http/body.ts";
import type { Call, Route } from "../http/route.ts";
import { requireStaff, type Staff } from "../auth/staff.ts";
import type { Body } from "../snapshots/representation.ts";
import type { Database } from "../db/database.ts";
import { changesDeclaration } from "./declaration.ts";
import { makeChanges, type Order } from "./make-changes.ts";
import { OneAtATime } from "./serial-queue.ts";
import { readChanges } from "./read-changes.ts";
import { refusalOfAll, resultBody } from "./result.ts";

/** Covers reading and writing: a body of 32 MiB takes some hundreds of megabytes until its last change is made. */
const largeLists = new OneAtATime(10_000);

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
      answer: async ({ call, session, infrastructure: { database } }) => {
        const staff = requireStaff(session);
        const end = isLarge(call) ? await largeLists.begin() : () => undefined;
        const { changes, isDryRun } = await readChanges(call).catch((error: unknown) => {
          end();
          throw error;
        });
        const make = (tell: Order["tell"]) =>
          carryOut(database, staff, { changes, isDryRun, tell, isGone: () => call.isGone() }).finally(end);
        if (!wantsLines(call)) return { body: await make(() => undefined) };
        return { body: null, work: (tell) => make((done) => tell({ done, of: changes.length })) };
      },
    },
  },
};

async function carryOut(database: Database, staff: Staff, order: Order): Promise<Body> {
  const made = await makeChanges(database, staff, order);
  const isRefused = made.verdicts.some(({ outcome }) => outcome === "refused");
  if (isRefused && !order.isDryRun) throw refusalOfAll(made.verdicts);
  return resultBody(made, order.isDryRun);
}

function wantsLines(call: Call): boolean {
  return /(^|,)\s*application\/x-ndjson\s*(;|,|$)/i.test(call.header("accept") ?? "");
}

/** Whether the body may exceed the usual limit. A chunked body could have any length. */
function isLarge(call: Call): boolean {
  const length = call.header("content-length");
  return length === undefined || Number(length) > mostBodyBytes;
}
