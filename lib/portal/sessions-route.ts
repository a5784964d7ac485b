import "server-only";
import type { AccountSession } from "../accounts/schema.ts";
import { requestSource } from "../http/request-source.ts";
import type { Question, Route } from "../http/route.ts";
import { deleteSession, endAllSessions, listSessions } from "../auth/session-queries.ts";
import { Body } from "../snapshots/body.ts";
import { AppError } from "../errors.ts";
import { ownerOf } from "./own-account.ts";

/** `/account/sessions`: where the account is signed in, and the end of that everywhere. */
export const sessionsRoute: Route = {
  path: "/account/sessions",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: { access: "account", answer: async (question) => ({ body: Body.json(await sessionsOf(question)) }) },
    DELETE: {
      access: "account",
      answer: async (question) => {
        const { call, infrastructure } = question;
        const { database, settings } = infrastructure;
        const ended = await sessionsOf(question);
        await endAllSessions(database, ownerOf(question).accountId, requestSource(call, settings));
        return { body: Body.json(ended) };
      },
    },
  },
};

/** `DELETE /account/sessions/{id}`: ends one, also the one that asks. */
export const sessionRoute: Route = {
  path: "/account/sessions/{id}",
  isMetered: true,
  isPrivate: true,
  operations: {
    DELETE: {
      access: "account",
      answer: async (question) => {
        const { call, infrastructure } = question;
        const { database, settings } = infrastructure;
        const ended = (await sessionsOf(question)).find(({ id }) => id === question.params["id"]);
        if (!ended) throw new AppError("not_found", { error: "Session not found" });
        await deleteSession(database, ended.id, requestSource(call, settings));
        return { body: Body.json(ended) };
      },
    },
  },
};

async function sessionsOf(question: Question): Promise<AccountSession[]> {
  const { database, now } = question.infrastructure;
  const current = ownerOf(question);
  const sessions = await listSessions(database, current.accountId, new Date(now()));
  return sessions.map(({ id, device, address, created_at, last_used_at }) => ({
    id,
    current: id === current.id,
    device,
    address,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }));
}
