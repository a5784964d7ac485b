import "server-only";
import { z } from "zod";
import { deleteSession, endAllSessions, listSessions } from "../sign-in/session-queries.ts";
import { requireSignIn } from "../../http/access/staff.ts";
import { exampleId, idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { privateRoute } from "../../http/route.ts";
import { revokeAllKeys } from "../keys/key-queries.ts";
import { revokedKey } from "../keys/schema.browser.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { accountOf, editorOf, type EditorContext, type OwnContext } from "./own-account-route.ts";
import { accountNotFound, byAdministrator, byOwner } from "./tags.ts";
import { accountSession } from "../schema.browser.ts";
import { readSecondFactors, resetFactors } from "../second-factors/factor-queries.ts";
import { secondFactors } from "../second-factors/schema.browser.ts";

/** What gives access to an account: one's own sessions, and what an administrator sees and ends of any account. */

const sessionNotFound = notFound({ singular: "Session" });
const sessions = z.array(accountSession);

export const sessionsRoute = privateRoute("/account/sessions", {
  GET: defineOperation({
    operationId: "listSessions",
    ...byOwner,
    summary: "List your sessions",
    description: "A session lasts 8 hours. An account has at most 20; a new one ends the one unused for longest.",
    output: { description: "The sessions, newest first.", schema: sessions },
    handle: async (context) => ({ value: await sessionsOf(context, requireSignIn(context.session).accountId) }),
  }),
  DELETE: defineOperation({
    operationId: "endSessions",
    ...byOwner,
    summary: "Sign out everywhere",
    description: "Ends all sessions, including the one of this request.",
    output: { description: "The ended sessions.", schema: sessions },
    handle: (context) => endSessions(context, requireSignIn(context.session).accountId),
  }),
});

export const sessionRoute = privateRoute("/account/sessions/{id}", {
  DELETE: defineOperation({
    operationId: "endSession",
    ...byOwner,
    summary: "End a session",
    description: "The session of this request can be ended too. A session of another account is 404.",
    input: { params: idParam("session") },
    output: { description: "The ended session.", schema: accountSession },
    failures: [sessionNotFound],
    handle: (context) => endSession(context, requireSignIn(context.session).accountId, context.params.id),
  }),
});

const ofAccount = {
  ...byAdministrator,
  input: { params: idParam("account"), query: noParameters },
  failures: [accountNotFound],
  prepare: accountOf,
};

export const accountSessionsRoute = privateRoute("/accounts/{id}/sessions", {
  GET: defineOperation({
    operationId: "listAccountSessions",
    ...ofAccount,
    summary: "List the sessions of an account",
    description: "Administrators only.",
    output: { description: "The sessions, newest first.", schema: sessions },
    handle: async (context) => ({ value: await sessionsOf(context, context.prepared.id) }),
  }),
  DELETE: defineOperation({
    operationId: "endAccountSessions",
    ...ofAccount,
    summary: "Sign an account out everywhere",
    description: "Administrators only. The person can sign in again; a block prevents that.",
    output: { description: "The ended sessions.", schema: sessions },
    handle: (context) => endSessions(context, context.prepared.id),
  }),
});

export const accountSessionRoute = privateRoute("/accounts/{id}/sessions/{session_id}", {
  DELETE: defineOperation({
    operationId: "endAccountSession",
    ...byAdministrator,
    summary: "End a session of an account",
    description: "Administrators only. A session of another account is 404.",
    input: {
      params: {
        ...ofAccount.input.params,
        session_id: { description: "The id of the session.", example: exampleId },
      },
      query: noParameters,
    },
    output: { description: "The ended session.", schema: accountSession },
    failures: [sessionNotFound],
    handle: (context) => endSession(context, context.params.id, context.params.session_id),
  }),
});

export const accountKeysRoute = privateRoute("/accounts/{id}/keys", {
  DELETE: defineOperation({
    operationId: "revokeAccountKeys",
    ...ofAccount,
    summary: "Revoke the keys of an account",
    description: "Administrators only. Takes effect on the next request of each key. The owner can create new ones.",
    output: { description: "The keys that are now revoked.", schema: z.array(revokedKey) },
    handle: async (context) => {
      const { database, keyCache } = context.infrastructure;
      const { accountId: by, source } = editorOf(context);
      const revoked = await database.prisma.$transaction((transaction) =>
        revokeAllKeys(transaction, context.prepared.id, { by, source }),
      );
      for (const key of revoked) keyCache.deleteById(key.id);
      return { value: revoked };
    },
  }),
});

export const accountFactorsRoute = privateRoute("/accounts/{id}/second-factors", {
  DELETE: defineOperation({
    operationId: "removeAccountSecondFactors",
    ...ofAccount,
    summary: "Remove the second factors of an account",
    description:
      "Administrators only. For a person who lost the app, the passkeys and the recovery codes: the password alone signs them in again. They are told by email, where the service sends any.",
    output: { description: "The second factors that are left: none.", schema: secondFactors },
    handle: async (context) => {
      const { prisma } = context.infrastructure.database;
      const { id } = context.prepared;
      const { accountId: by, ...editor } = editorOf(context);
      const removed = await resetFactors(prisma, id, { by, ...editor });
      return { value: removed === null ? null : await readSecondFactors(prisma, id) };
    },
  }),
});

/** An account's active sessions, newest first. */
export async function sessionsOf({ session, infrastructure: { database, now } }: OwnContext, accountId: string) {
  const current = requireSignIn(session).id;
  const sessions = await listSessions(database, accountId, new Date(now()));
  return sessions.map((open) => ({ ...open, current: open.id === current }));
}

async function endSessions(context: EditorContext, accountId: string) {
  const ended = await sessionsOf(context, accountId);
  const { accountId: by, source } = editorOf(context);
  if (ended.length > 0) await endAllSessions(context.infrastructure.database, accountId, source, by);
  return { value: ended };
}

async function endSession(context: EditorContext, accountId: string, id: string) {
  const ended = (await sessionsOf(context, accountId)).find((session) => session.id === id);
  if (!ended) return { value: null };
  const { accountId: by, source } = editorOf(context);
  await deleteSession(context.infrastructure.database, id, source, by);
  return { value: ended };
}
