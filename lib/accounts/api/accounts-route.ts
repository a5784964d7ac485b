import "server-only";
import { z } from "zod";
import { parseJson } from "../../core/json.browser.ts";
import { validationError } from "../../http/body.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { requestSource } from "../../http/request.ts";
import { meteredRoute, privateRoute } from "../../http/route.ts";
import { hashPassword } from "../sign-in/password.ts";
import { findSignIn, insertAccount } from "../sign-in/sign-in-queries.ts";
import { passwordRefusal } from "../../core/common-passwords.ts";
import type { Env } from "../../settings/env.ts";
import { AppError } from "../../core/errors.ts";
import { conflict } from "../../records/failures.ts";
import { consumeAllowance, requireAllowance, type Allowance } from "../../http/rate-limit/allowance.ts";
import { listAccounts, updateAccount, type ManagedAccountRow } from "../account-queries.ts";
import { accountUses, findAccounts, type AccountPosition } from "../overview/overview-queries.ts";
import { accountSearchPage, accountQuery } from "../overview/schema.browser.ts";
import { mailLink } from "../mail/account-letter-queries.ts";
import { accountNotFound, byAnyone, exampleAccount, byAdministrator } from "./tags.ts";
import { accountOf, editorOf } from "./own-account-route.ts";
import { refuseTakenAddress, takenAddress } from "./password-links-route.ts";
import { recordSecurityEvent } from "../security-log/security-log-queries.ts";
import { accountChange, accountRecord, managedAccount, newAccount } from "../schema.browser.ts";

export const accountsRoute = meteredRoute("/accounts", {
  GET: defineOperation({
    operationId: "listAccounts",
    ...byAdministrator,
    summary: "List accounts",
    description: "Administrators only.",
    output: { description: "All accounts.", schema: z.array(managedAccount) },
    handle: async ({ infrastructure: { database } }) => ({
      value: await listAccounts(database.prisma),
    }),
  }),
  POST: defineOperation({
    operationId: "createAccount",
    ...byAnyone,
    summary: "Create an account",
    description:
      "Creates a developer account. Anyone may, unless sign-up is closed (403). One IP address can create at most 50 accounts a day (429), or half of a custom public daily limit, but never fewer than 20, and try twice as often. If the service sends email, one asks the owner to verify the address.",
    input: {
      body: newAccount,
      bodyExample: { email: exampleAccount.email, password: "a password of your own", name: exampleAccount.name },
    },
    output: { status: 201, description: "The account.", schema: accountRecord },
    failures: [conflict],
    prepare: ({ infrastructure: { settings } }) => {
      if (settings.ALLOW_SIGNUP) return;
      throw new AppError("forbidden", { message: "Sign-up is closed. Ask an administrator for an account." });
    },
    check: ({ input }) => {
      const refusal = input && passwordRefusal(input.password, input.email);
      return refusal === null ? [] : [{ path: "password", message: refusal }];
    },
    handle: async ({ request, infrastructure, body: { email, password, name = null } }) => {
      const { database, settings, now } = infrastructure;
      const source = requestSource(request, settings);
      const { address } = source;
      const { tries, allowance } = signUps(address, settings);
      // Before the hash, which is costly: a stranger could keep others from signing in with refused requests.
      await requireAllowance(database.prisma, allowance, new Date(now()));
      await consumeAllowance(database.prisma, tries, new Date(now()));
      if (await findSignIn(database.prisma, email)) throw takenAddress();
      const stored = await hashPassword(password, address);
      const opened = { email, name, role: "developer", password: stored, verified: false } as const;
      const opening = database.prisma.$transaction(async (transaction) => {
        await consumeAllowance(transaction, allowance, new Date(now()));
        const created = await insertAccount(transaction, opened);
        await recordSecurityEvent(transaction, { accountId: created.id, action: "signed-up", source });
        // An address that has had its letters gets none now; its owner can ask later.
        await mailLink(transaction, infrastructure, "verify", created);
        return created;
      });
      return { value: await opening.catch(refuseTakenAddress) };
    },
  }),
});

const minSignUps = 20;

/** Half as many a day as requests: each account has a quota of its own. Tries are free, and each may cost a hash. */
function signUps(address: string, { PUBLIC_DAILY_LIMIT }: Pick<Env, "PUBLIC_DAILY_LIMIT">) {
  const limit = Math.max(minSignUps, Math.floor(PUBLIC_DAILY_LIMIT / 2));
  const allowanceOf = (what: string, limit: number, reason: string): Allowance => ({
    subject: `ip:${address} ${what}`,
    limit,
    message: `This address has ${reason}. Try again after midnight UTC, or ask an administrator for an invitation.`,
  });
  return {
    allowance: allowanceOf("accounts", limit, `reached its limit of ${limit} new accounts a day`),
    tries: allowanceOf("account tries", 2 * limit, `tried ${2 * limit} times today to create an account`),
  };
}

export const accountRoute = meteredRoute("/accounts/{id}", {
  PUT: defineOperation({
    operationId: "updateAccount",
    ...byAdministrator,
    summary: "Update a role or a block",
    description:
      "Administrators only. Setting a role also settles a role that waits for confirmation. The last administrator can't be demoted or blocked (409).",
    input: { params: idParam("account"), body: accountChange, bodyExample: { role: "editor" } },
    output: { description: "The account.", schema: managedAccount },
    failures: [accountNotFound, conflict],
    prepare: accountOf,
    handle: async (context) => {
      const { params, body, infrastructure } = context;
      const account = await updateAccount(infrastructure.database.prisma, params.id, body, editorOf(context));
      if (!account) {
        throw new AppError("conflict", {
          message: "The last administrator can't be demoted or blocked. Appoint another administrator first.",
        });
      }
      return { value: account };
    },
  }),
});

export const accountSearchRoute = privateRoute("/accounts/search", {
  GET: defineOperation({
    operationId: "searchAccounts",
    ...byAdministrator,
    summary: "Search accounts",
    description: "Administrators only. Newest first, with how much each account is used.",
    input: { query: accountQuery },
    output: { description: "A page of accounts.", schema: accountSearchPage },
    handle: async ({ query: { cursor, ...query }, infrastructure }) => {
      const { database, now, flush } = infrastructure;
      // Uses and counts that are still in memory.
      await flush();
      const before = cursor === undefined ? null : readCursor(cursor);
      const found = await findAccounts(database.prisma, query, before);
      const shown = found.accounts.slice(0, query.limit);
      const uses = await accountUses(database.prisma, shown, now());
      const last = found.accounts.length > query.limit ? shown.at(-1) : undefined;
      // An account without figures was deleted between the two queries.
      const accounts = shown.flatMap((account) => {
        const use = uses.get(account.id);
        return use ? { ...account, ...use } : [];
      });
      return { value: { total: found.total, accounts, next_cursor: last ? writeCursor(last) : null } };
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
  const [created_at, id] = data;
  return { created_at: new Date(created_at), id };
}
