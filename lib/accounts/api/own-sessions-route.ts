import "server-only";
import { requireSignIn } from "../../http/access/staff.ts";
import { z } from "zod";
import { exampleSession, byOwner } from "./examples.ts";
import { accountSession } from "../schema.browser.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { privateRoute, type RequestContext } from "../../http/route.ts";
import { deleteSession, endAllSessions, listSessions } from "../sign-in/session-queries.ts";
import { notFound } from "../../http/failures.ts";
import { editorOf } from "./own-account.ts";
import type { Infrastructure } from "../../infrastructure.ts";

const sessionNotFound = notFound({ singular: "Session" });
const sessions = { schema: z.array(accountSession), example: [exampleSession] };

/** `/account/sessions`: the account's sessions; DELETE ends them all. */
export const sessionsRoute = privateRoute("/account/sessions", {
  GET: defineOperation({
    operationId: "listSessions",
    ...byOwner,
    summary: "List your sessions",
    description: "A session lasts 8 hours. An account has at most 20; a new one ends the one unused for longest.",
    output: { description: "The sessions, newest first.", ...sessions },
    handle: async (context) => ({ value: await sessionsOf(context) }),
  }),
  DELETE: defineOperation({
    operationId: "endSessions",
    ...byOwner,
    summary: "Sign out everywhere",
    description: "Ends all sessions, including the one of this request.",
    output: { description: "The ended sessions.", ...sessions },
    handle: async (context) => {
      const ended = await sessionsOf(context);
      const { accountId, source } = editorOf(context);
      await endAllSessions(context.infrastructure.database, accountId, source);
      return { value: ended };
    },
  }),
});

/** `DELETE /account/sessions/{id}`: ends one session, possibly the current one. */
export const sessionRoute = privateRoute("/account/sessions/{id}", {
  DELETE: defineOperation({
    operationId: "endSession",
    ...byOwner,
    summary: "End a session",
    description: "The session of this request can be ended too. A session of another account is 404.",
    input: { params: idParam("session", exampleSession.id) },
    output: { description: "The ended session.", schema: accountSession, example: exampleSession },
    failures: [sessionNotFound],
    handle: async (context) => {
      const ended = (await sessionsOf(context)).find(({ id }) => id === context.params.id);
      if (!ended) throw sessionNotFound.error;
      await deleteSession(context.infrastructure.database, ended.id, editorOf(context).source);
      return { value: ended };
    },
  }),
});

function sessionsOf(context: Pick<RequestContext, "session" | "infrastructure">) {
  const { id, accountId } = requireSignIn(context.session);
  return openSessionsOf(context.infrastructure, accountId, id);
}

/** An account's active sessions, newest first. @param currentId of the session of the request. */
export async function openSessionsOf(
  { database, now }: Pick<Infrastructure, "database" | "now">,
  accountId: string,
  currentId: string,
) {
  const sessions = await listSessions(database, accountId, new Date(now()));
  return sessions.map((session) => ({ ...session, current: session.id === currentId }));
}
