import "server-only";
import { z } from "zod";
import { deleteSession, endAllSessions } from "../sign-in/session-queries.ts";
import { requireSignIn } from "../../http/access/staff.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { privateRoute, type RequestContext } from "../../http/route.ts";
import { revokedKey } from "../keys/schema.browser.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { accountOf, editorOf } from "./own-account.ts";
import type { Account } from "../sign-in/sign-in-queries.ts";
import { accountNotFound, exampleAccount, exampleSession, noFactors, byAdministrator } from "./examples.ts";
import { findAccount, revokeKeysOf } from "../account-queries.ts";
import { accountSession } from "../schema.browser.ts";
import { openSessionsOf } from "./own-sessions-route.ts";
import { readSecondFactors, resetFactors } from "../second-factors/factor-queries.ts";
import { secondFactors } from "../second-factors/schema.browser.ts";

/** An administrator sees and ends what gives access to an account: its sessions and keys. */

const accountParam = idParam("account", exampleAccount.id);
const sessionNotFound = notFound({ singular: "Session" });
const sessions = { schema: z.array(accountSession), example: [{ ...exampleSession, current: false }] };

/** `/accounts/{id}/sessions`: the sessions of an account; DELETE ends them all. */
export const accountSessionsRoute = privateRoute("/accounts/{id}/sessions", {
  GET: defineOperation({
    operationId: "listAccountSessions",
    ...byAdministrator,
    summary: "List the sessions of an account",
    description: "Administrators only.",
    input: { params: accountParam, query: noParameters },
    output: { description: "The sessions, newest first.", ...sessions },
    failures: [accountNotFound],
    prepare: accountOf,
    handle: async (context) => ({ value: await sessionsOf(context, context.prepared) }),
  }),
  DELETE: defineOperation({
    operationId: "endAccountSessions",
    ...byAdministrator,
    summary: "Sign an account out everywhere",
    description: "Administrators only. The person can sign in again; a block prevents that.",
    input: { params: accountParam, query: noParameters },
    output: { description: "The ended sessions.", ...sessions },
    failures: [accountNotFound],
    prepare: accountOf,
    handle: async (context) => {
      const { params, infrastructure, prepared } = context;
      const ended = await sessionsOf(context, prepared);
      const { accountId, source } = editorOf(context);
      if (ended.length > 0) await endAllSessions(infrastructure.database, params.id, source, accountId);
      return { value: ended };
    },
  }),
});

/** `DELETE /accounts/{id}/sessions/{session_id}` */
export const accountSessionRoute = privateRoute("/accounts/{id}/sessions/{session_id}", {
  DELETE: defineOperation({
    operationId: "endAccountSession",
    ...byAdministrator,
    summary: "End a session of an account",
    description: "Administrators only. A session of another account is 404.",
    input: {
      params: { ...accountParam, session_id: { description: "The id of the session.", example: exampleSession.id } },
      query: noParameters,
    },
    output: {
      description: "The ended session.",
      schema: accountSession,
      example: { ...exampleSession, current: false },
    },
    failures: [sessionNotFound],
    handle: async (context) => {
      const { params, infrastructure } = context;
      const account = await findAccount(infrastructure.database.prisma, params.id);
      const open = account ? await sessionsOf(context, account) : [];
      const ended = open.find(({ id }) => id === params.session_id);
      if (!ended) throw sessionNotFound.error;
      const { accountId, source } = editorOf(context);
      await deleteSession(infrastructure.database, ended.id, source, accountId);
      return { value: ended };
    },
  }),
});

/** `DELETE /accounts/{id}/keys` */
export const accountKeysRoute = privateRoute("/accounts/{id}/keys", {
  DELETE: defineOperation({
    operationId: "revokeAccountKeys",
    ...byAdministrator,
    summary: "Revoke the keys of an account",
    description: "Administrators only. Takes effect on the next request of each key. The owner can create new ones.",
    input: { params: accountParam, query: noParameters },
    output: {
      description: "The keys that are now revoked.",
      schema: z.array(revokedKey),
      example: [{ prefix: "tl_live_4Tq9", revoked_at: "2026-10-02T19:00:00.000Z" }],
    },
    failures: [accountNotFound],
    prepare: accountOf,
    handle: async (context) => {
      const { database, keyCache } = context.infrastructure;
      const revoked = await revokeKeysOf(database.prisma, context.prepared.id, editorOf(context));
      for (const key of revoked) keyCache.deleteById(key.id);
      return { value: revoked };
    },
  }),
});

function sessionsOf({ session, infrastructure }: Pick<RequestContext, "session" | "infrastructure">, account: Account) {
  return openSessionsOf(infrastructure, account.id, requireSignIn(session).id);
}

/** `DELETE /accounts/{id}/second-factors`: an administrator helps a person who has lost theirs. */
export const accountFactorsRoute = privateRoute("/accounts/{id}/second-factors", {
  DELETE: defineOperation({
    operationId: "removeAccountSecondFactors",
    ...byAdministrator,
    summary: "Remove the second factors of an account",
    description:
      "Administrators only. For a person who lost the app, the passkeys and the recovery codes: the password alone signs them in again. They are told by email, where the service sends any.",
    input: { params: accountParam, query: noParameters },
    output: { description: "The second factors that are left: none.", schema: secondFactors, example: noFactors },
    failures: [accountNotFound],
    prepare: accountOf,
    handle: async (context) => {
      const { prisma } = context.infrastructure.database;
      const { id } = context.prepared;
      const { accountId: by, ...editor } = editorOf(context);
      if ((await resetFactors(prisma, id, { by, ...editor })) === null) throw accountNotFound.error;
      return { value: await readSecondFactors(prisma, id) };
    },
  }),
});
