import "server-only";
import type { AccountSession } from "../accounts/schema.ts";
import type { Question, Route } from "../api/route.ts";
import { deleteSessions, listSessions } from "../auth/queries.ts";
import { Body } from "../catalogue/body.ts";
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
        const ended = await sessionsOf(question);
        await deleteSessions(question.infrastructure.database.prisma, ownerOf(question).accountId, null);
        return { body: Body.json(ended) };
      },
    },
  },
};

async function sessionsOf(question: Question): Promise<AccountSession[]> {
  const { database, now } = question.infrastructure;
  const current = ownerOf(question);
  const sessions = await listSessions(database, current.accountId, new Date(now()));
  return sessions.map(({ id, createdAt, expiresAt }) => ({
    id,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    current: id === current.id,
  }));
}
