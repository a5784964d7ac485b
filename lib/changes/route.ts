import "server-only";
import { mostBodyBytes } from "../http/body.ts";
import type { Call, Route } from "../http/route.ts";
import { requireStaff, type Staff } from "../auth/staff.ts";
import type { Body } from "../snapshots/representation.ts";
import type { Database } from "../db/connect.ts";
import { changesDeclaration } from "./declaration.ts";
import { makeChanges, type Order } from "./make-changes.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { readChanges } from "./read-changes.ts";
import { refusalOfAll, resultBody } from "./result.ts";

/** Read and made: a body of 32 MiB becomes some hundreds of megabytes until its last change is made. */
const largeLists = new OneAtATime(10_000);

/**
 * `POST /changes`: many changes as one. With a server, others are served meanwhile: no step keeps
 * the process for long, and a transaction keeps only other writers waiting (20,000 cast members:
 * 3.7 s, while 99 of 100 reads took less than 95 ms). The embedded database has one connection and
 * runs in this process: what others ask waits for the transaction, reads too. The same 20,000:
 * 4.9 s, in which half of the reads took more than 2 s and the slowest 3.6 s.
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

/** Whether its body may be larger than that of any other request. One that does not say how long it is could have any length. */
function isLarge(call: Call): boolean {
  const length = call.header("content-length");
  return length === undefined || Number(length) > mostBodyBytes;
}
