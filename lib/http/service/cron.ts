import "server-only";
import { AppError } from "../../core/errors.ts";
import type { Operation, Route } from "../route.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { Representation } from "../../catalogue/representation.ts";
import { hasOperatorToken } from "./operator-token.ts";
import { takeCronTurn } from "./cron-queries.ts";

const operation: Operation = {
  handle: async ({ request, infrastructure }) => {
    const { CRON_SECRET } = infrastructure.settings;
    if (CRON_SECRET === undefined) throw new AppError("not_found");
    if (!hasOperatorToken(request, CRON_SECRET)) throw wrongSecret();
    // Also within a minute of the last turn: a day may have begun since.
    await infrastructure.newDay.look();
    const done = (await takeCronTurn(infrastructure.database)) ? await doWhatTimersDo(infrastructure) : [];
    return { body: Representation.json({ done }) };
  },
};

function wrongSecret(): AppError {
  return new AppError("unauthorized", {
    message: "Send the operator's secret as Authorization: Bearer <CRON_SECRET>.",
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

/**
 * `/cron` (contract §10): does what timers do, for hosts that suspend a process between requests. Vercel's cron sends a
 * GET. It is the operator's and 404 where `CRON_SECRET` is not set, so the API's description omits it.
 */
export const cronRoute: Route = {
  path: "/cron",
  isMetered: false,
  isPrivate: true,
  operations: { GET: operation, POST: operation },
};

/** What fails is in the log and is tried again at the next turn. */
async function doWhatTimersDo({ notices, letters, housekeeping }: Infrastructure): Promise<string[]> {
  await notices.look();
  await letters?.sendDue();
  await housekeeping.deleteOldRows();
  return ["notices", ...(letters ? ["letters"] : []), "expiry"];
}
