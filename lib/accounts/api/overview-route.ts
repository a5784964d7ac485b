import "server-only";
import { z } from "zod";
import { parseJson } from "../../core/json.browser.ts";
import { validationError } from "../../http/body.ts";
import { defineOperation } from "../../http/define-operation.ts";
import type { Route } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import { accountsTag, exampleManagedAccount } from "./examples.ts";
import { accountUses, findAccounts, type AccountPosition } from "../overview/queries.ts";
import type { ManagedAccountRow } from "../queries.ts";
import { accountSearchPage, accountQuery, type AccountSearchPage } from "../overview/schema.browser.ts";
import { serializeManagedAccount } from "./serialize-account.ts";

/** `GET /accounts/search`: accounts with their use, in pages, for the dashboard. */
export const accountSearchRoute: Route = {
  path: "/accounts/search",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: defineOperation({
      operationId: "searchAccounts",
      tag: accountsTag,
      summary: "Search accounts",
      description: "Administrators only. Newest first, with how much each account is used.",
      access: "manageAccounts",
      input: { query: accountQuery },
      output: {
        description: "A page of accounts.",
        schema: accountSearchPage,
        example: {
          total: 1,
          accounts: [
            {
              ...exampleManagedAccount,
              last_seen_at: "2026-10-02T21:40:00.000Z",
              sessions: 1,
              keys: 2,
              requests_today: 412,
            },
          ],
          next_cursor: null,
        },
      },
      handle: async ({ query: { q = "", role, state, limit, cursor }, infrastructure }) => {
        const { database, now, flush } = infrastructure;
        // Uses and counts that are still in memory.
        await flush();
        const words = q.split(/\s+/).filter((word) => word !== "");
        const after = cursor === undefined ? null : readCursor(cursor);
        const found = await findAccounts(database.prisma, { words, role, state, after, limit });
        const shown = found.accounts.slice(0, limit);
        const uses = await accountUses(database.prisma, shown, now());
        const last = found.accounts.length > limit ? shown.at(-1) : undefined;
        const page: AccountSearchPage = {
          total: found.total,
          accounts: shown.flatMap((account) => {
            const use = uses.get(account.id);
            // An account without figures was deleted between the two queries.
            if (!use) return [];
            const { last_seen_at, sessions, keys, requests_today } = use;
            const seen = last_seen_at?.toISOString() ?? null;
            return { ...serializeManagedAccount(account), last_seen_at: seen, sessions, keys, requests_today };
          }),
          next_cursor: last ? writeCursor(last) : null,
        };
        return { body: Representation.json(page) };
      },
    }),
  },
};

function writeCursor({ created_at, id }: ManagedAccountRow): string {
  return Buffer.from(JSON.stringify([created_at.toISOString(), id])).toString("base64url");
}

const cursorContent = z.tuple([z.iso.datetime(), z.string().regex(/^[^\0]*$/)]);

/** @throws AppError 400 */
function readCursor(cursor: string): AccountPosition {
  const { data } = cursorContent.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (!data) throw validationError([{ path: "cursor", message: "must be the `next_cursor` of a page" }]);
  const [createdAt, id] = data;
  return { createdAt: new Date(createdAt), id };
}
