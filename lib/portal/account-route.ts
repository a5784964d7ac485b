import "server-only";
import { describeAccount } from "../accounts/describe-account.ts";
import { deleteAccount, updateOwnAccount } from "../accounts/queries.ts";
import { accountDeletion, ownAccountChange } from "../accounts/schema.ts";
import { inspectInput, invalid, readInput, type Problem } from "../http/body.ts";
import { requestSource } from "../http/request-source.ts";
import type { Answer, Question, Route } from "../http/route.ts";
import { hashPassword } from "../auth/password.ts";
import { Body } from "../snapshots/body.ts";
import { passwordRefusal } from "../common-passwords.ts";
import { AppError } from "../errors.ts";
import { describeOwnAccount, ownAccountOf, ownerOf, requireFreshSignIn, requirePassword } from "./own-account.ts";

/** `/account`: the account of whoever is signed in. */
export const ownAccountRoute: Route = {
  path: "/account",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: { access: "account", answer: tell },
    PUT: { access: "account", answer: change },
    DELETE: { access: "account", answer: remove },
  },
};

async function tell(question: Question): Promise<Answer> {
  return { body: Body.json(await describeOwnAccount(ownerOf(question), question.infrastructure)) };
}

async function change(question: Question): Promise<Answer> {
  const { call, infrastructure } = question;
  const session = ownerOf(question);
  const { hasPassword, providers } = await ownAccountOf(session, infrastructure);
  const { sent, problems, input } = await inspectInput(call, ownAccountChange);
  const missing = passwordProblems(sent, hasPassword);
  const refusal = input?.password === undefined ? null : passwordRefusal(input.password, session.email);
  if (refusal !== null) missing.push({ path: "password", message: refusal });
  if (input === null || missing.length > 0) throw invalid([...problems, ...missing]);

  const { name, password, current_password = "" } = input;
  const source = requestSource(call, infrastructure.settings);
  if (password !== undefined) {
    if (hasPassword) await requirePassword(current_password, "current_password", question);
    else requireFreshSignIn(question, providers);
  }
  const stored = password === undefined ? password : await hashPassword(password, source.address);
  await updateOwnAccount(
    infrastructure.database.prisma,
    { accountId: session.accountId, sessionId: session.id, source },
    { name, password: stored },
  );
  return tell(question);
}

function passwordProblems(sent: Record<string, unknown>, hasPassword: boolean): Problem[] {
  const path = "current_password";
  const [isNew, isCurrent] = [sent["password"] !== undefined, sent[path] !== undefined];
  if (isNew && hasPassword && !isCurrent) return [{ path, message: "is required" }];
  if (isCurrent && !isNew) return [{ path, message: "is asked for with a new password only" }];
  return [];
}

async function remove(question: Question): Promise<Answer> {
  const { call, infrastructure } = question;
  const session = ownerOf(question);
  const { account, hasPassword, providers } = await ownAccountOf(session, infrastructure);
  if (!hasPassword) requireFreshSignIn(question, providers);
  const { email, password } = await readInput(call, accountDeletion);
  if (hasPassword) {
    if (password === undefined) throw invalid([{ path: "password", message: "is required" }]);
    await requirePassword(password, "password", question);
  } else if (email?.trim().toLowerCase() !== account.email) {
    throw invalid([
      { path: "email", message: email === undefined ? "is required" : "is not the account's e-mail address" },
    ]);
  }

  // What was counted of it goes, too; nothing is to come after.
  await infrastructure.recordUse();
  if (!(await deleteAccount(infrastructure.database.prisma, session.accountId))) {
    throw new AppError("conflict", {
      message: "This is the last administrator, who can't be deleted. Appoint another first.",
    });
  }
  return { body: Body.json(describeAccount(account)) };
}
