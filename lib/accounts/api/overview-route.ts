import "server-only";
import { z } from "zod";
import { parseJson } from "../../core/json.browser.ts";
import { validationError } from "../../http/body.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { privateRoute } from "../../http/route.ts";
import { exampleManagedAccount, byAdministrator } from "./examples.ts";
import { accountUses, findAccounts, type AccountPosition } from "../overview/overview-queries.ts";
import type { ManagedAccountRow } from "../account-queries.ts";
import { accountSearchPage, accountQuery } from "../overview/schema.browser.ts";

/** `GET /accounts/search`: accounts with their use, in pages, for the dashboard. */
export const accountSearchRoute = privateRoute("/accounts/search", {
  GET: defineOperation({
    operationId: "searchAccounts",
    ...byAdministrator,
    summary: "Search accounts",
    description: "Administrators only. Newest first, with how much each account is used.",
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
      const page = {
        total: found.total,
        accounts: shown.flatMap((account) => {
          const use = uses.get(account.id);
          // An account without figures was deleted between the two queries.
          if (!use) return [];
          return { ...account, ...use };
        }),
        next_cursor: last ? writeCursor(last) : null,
      };
      return { value: page };
    },
  }),
});

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
