import "server-only";
import { invalid, readInput } from "../http/body.ts";
import { requestSource } from "../http/request-source.ts";
import type { Route } from "../http/route.ts";
import { hashPassword } from "../auth/password.ts";
import { insertAccount } from "../auth/queries.ts";
import { requireAccess } from "../auth/staff.ts";
import { Body } from "../snapshots/body.ts";
import { passwordRefusal } from "../common-passwords.ts";
import { brokenRule } from "../db/errors.ts";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import { takeOne, type Allowance } from "../rate-limit/allowance.ts";
import { describeAccount, describeManagedAccount } from "./describe-account.ts";
import { findAccount, listAccounts, updateAccount } from "./queries.ts";
import { accountChange, newAccount } from "./schema.ts";

/** `/accounts`: a stranger opens one, an administrator sees all. */
export const accountsRoute: Route = {
  path: "/accounts",
  isMetered: true,
  operations: {
    GET: {
      access: "admin",
      answer: async ({ infrastructure: { database } }) => ({
        body: Body.json((await listAccounts(database.prisma)).map(describeManagedAccount)),
      }),
    },
    POST: {
      answer: async ({ call, infrastructure }) => {
        const { database, settings, now } = infrastructure;
        if (!settings.ALLOW_SIGNUP) {
          throw new AppError("forbidden", { message: "Nobody can open an account here by themselves." });
        }
        const { email, password, name = null } = await readInput(call, newAccount);
        const refusal = passwordRefusal(password, email);
        if (refusal !== null) throw invalid([{ path: "password", message: refusal }]);
        const { address } = requestSource(call, settings);
        const stored = await hashPassword(password, address);
        try {
          const opened = { email, name, role: "developer", password: stored, verified: false } as const;
          const account = await database.prisma.$transaction(async (transaction) => {
            await takeOne(transaction, signUps(address, settings), new Date(now()));
            return insertAccount(transaction, opened);
          });
          return { status: 201, body: Body.json(describeAccount(account)) };
        } catch (error) {
          if (brokenRule(error) !== "unique") throw error;
          throw new AppError("conflict", { message: "There is an account with this e-mail address already." });
        }
      },
    },
  },
};

const minSignUps = 20;

/** An account brings limits of its own, so an address opens fewer in a day than it sends requests: half as many. */
function signUps(address: string, { PUBLIC_DAILY_LIMIT }: Pick<Env, "PUBLIC_DAILY_LIMIT">): Allowance {
  const limit = Math.max(minSignUps, Math.floor(PUBLIC_DAILY_LIMIT / 2));
  const message = `From one address at most ${limit} accounts are opened a day. The next one can be opened after midnight UTC.`;
  return { subject: `ip:${address} accounts`, limit, message };
}

/** `/accounts/{id}`: an administrator gives a role, or blocks. */
export const accountRoute: Route = {
  path: "/accounts/{id}",
  isMetered: true,
  operations: {
    PUT: {
      access: "admin",
      answer: async ({ call, params: { id = "" }, session, infrastructure: { database, settings } }) => {
        const { accountId } = requireAccess(session, "admin");
        if (!(await findAccount(database.prisma, id))) throw new AppError("not_found", { error: "Account not found" });
        const change = await readInput(call, accountChange);
        const account = await updateAccount(database.prisma, id, change, {
          accountId,
          source: requestSource(call, settings),
        });
        if (!account) {
          throw new AppError("conflict", {
            message: "This is the last administrator, who can be neither demoted nor blocked. Appoint another first.",
          });
        }
        return { body: Body.json(describeManagedAccount(account)) };
      },
    },
  },
};
