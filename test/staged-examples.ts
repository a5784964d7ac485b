import { randomUUID } from "node:crypto";
import { exampleToken } from "../lib/accounts/api/examples.ts";
import { passwordLink } from "../lib/accounts/schema.browser.ts";
import { exampleProblem } from "../lib/editing/data-quality/example.ts";
import { issueMailedLink } from "../lib/mail/link-queries.ts";
import { exampleLimitRequest } from "../lib/keys/limit-requests/examples.ts";
import { limitRequestRecord } from "../lib/keys/limit-requests/schema.browser.ts";
import { noticeRecord } from "../lib/keys/notices/schema.browser.ts";
import { exampleNotice } from "../lib/accounts/api/own-account-examples.ts";
import { exampleSuggestion } from "../lib/suggestions/api/examples.ts";
import { hashFast } from "./fast-password-hash.ts";
import { sendJson, developer, type Developer } from "./developer.ts";
import type { TestService } from "./service.ts";
import { prepareFactorExample, type PreparedExample } from "./staged-factors.ts";

/** The beginning of a key in the examples. */
const shownPrefix = "tl_live_4Tq9";

/** The placeholder ids in the examples of writes. */
const shownIds = {
  key: "6a1f0d52-9c3e-4b7a-8d25-0e9f4c6b1a73",
  account: "0b7c8f9e-4f55-4c2f-8f0e-3a5f8c2d1e90",
  entry: "1042",
  invitation: "c1d9a6e2-7b34-4f0e-9c55-2a8e6f1b3d70",
  session: "9b1d5ce8a70f4c3e2d6b8f01a4c7e9530c2f6a8d1b3e5f7094a6c8e0b2d4f618",
};

/**
 * Prepares the data for the example of each operation. Every example uses its own account, so that their order does not
 * matter.
 */
export const prepareExample: Record<string, (service: TestService) => Promise<PreparedExample>> = {
  "create-key": developer,
  "update-key": withKeyOfOnesOwn,
  "revoke-key": withKeyOfOnesOwn,
  "rotate-key": withKeyOfOnesOwn,
  "get-key-usage": withKeyOfOnesOwn,
  "list-failed-requests": withKeyOfOnesOwn,
  "revoke-found-key": async (service) => {
    const owner = await developer(service);
    return { ...owner, meant: { "tl_live_4Tq9…": (await owner.makeKey()).key } };
  },
  "dismiss-found-key": async (service) => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    await sendJson(service, "POST", "/keys/found", { key });
    return { ...owner, meant: { [shownIds.key]: id } };
  },
  "list-key-limit-requests": withLimitRequest,
  "request-key-limit": withKeyOfOnesOwn,
  "answer-limit-request": async (service) => {
    const { meant } = await withLimitRequest(service);
    return { ...(await developer(service, "admin")), meant };
  },
  "list-suggestions": (service) => developer(service, "editor"),
  "suggest-correction": async () => ({ cookie: "" }),
  "get-suggestion": withSuggestion,
  "answer-suggestion": withSuggestion,
  "dismiss-notice": async (service) => {
    const owner = await developer(service);
    await sendJson(service, "POST", "/keys/found", { key: (await owner.makeKey()).key });
    const [notice] = noticeRecord.array().parse((await owner.ask("GET", "/account/notices")).body);
    return { ...owner, meant: { [exampleNotice.id]: notice?.id ?? "" } };
  },
  "create-account": async () => ({ cookie: "", meant: { "ada@example.com": `${randomUUID()}@example.com` } }),
  "invite-account": async (service) => ({
    ...(await developer(service, "admin")),
    meant: { "ada@example.com": `${randomUUID()}@example.com` },
  }),
  "withdraw-invitation": async (service) => {
    const administrator = await developer(service, "admin");
    const email = `${randomUUID()}@example.com`;
    await administrator.ask("POST", "/accounts/invitations", { email, role: "editor" });
    const pending = (await administrator.ask("GET", "/accounts/invitations")).body as { id: string; email: string }[];
    const id = pending.find((invitation) => invitation.email === email)?.id ?? "";
    return { ...administrator, meant: { [shownIds.invitation]: id } };
  },
  "list-account-sessions": withAccount,
  "end-account-sessions": withAccount,
  "end-account-session": async (service) => {
    const { cookie, id, administrator } = await withAccount(service);
    const [session] = (await administrator.ask("GET", `/accounts/${id}/sessions`)).body as { id: string }[];
    return { cookie, meant: { [shownIds.account]: id, [shownIds.session]: session?.id ?? "" } };
  },
  "revoke-account-keys": withAccount,
  "reset-account-password": async (service) => {
    const { id } = await developer(service);
    return { ...(await developer(service, "admin")), meant: { [shownIds.account]: id } };
  },
  "set-password-by-link": withResetLink,
  "request-password-reset": async () => ({ cookie: "" }),
  "verify-address": async (service) => {
    const { id } = await developer(service);
    const { database, now } = service.infrastructure;
    const link = { account_id: id, purpose: "verify", expires_at: new Date(now() + 60_000) } as const;
    const token = await database.prisma.$transaction((transaction) => issueMailedLink(transaction, link));
    return { cookie: "", meant: { [exampleToken]: token } };
  },
  "send-verification": developer,
  "describe-link": withResetLink,
  "find-account-keys": async (service) => {
    const { key } = await (await developer(service)).makeKey();
    return { ...(await developer(service, "admin")), meant: { [shownPrefix]: key.slice(0, shownPrefix.length) } };
  },
  "revoke-account-key": async (service) => {
    const { meant } = await withKeyOfOnesOwn(service);
    return { ...(await developer(service, "admin")), meant };
  },
  "remove-account-second-factors": withAccount,
  ...prepareFactorExample,
  "update-account": async (service) => {
    const { id } = await developer(service);
    return { ...(await developer(service, "admin")), meant: { [shownIds.account]: id } };
  },
  "update-own-account": developer,
  "delete-own-account": withPassword,
  "end-sessions": developer,
  "end-session": async (service) => {
    const owner = await developer(service);
    const [session] = (await owner.ask("GET", "/account/sessions")).body as { id: string }[];
    return { ...owner, meant: { [shownIds.session]: session?.id ?? "" } };
  },
  "disconnect-provider": async (service) => {
    const owner = await withPassword(service);
    const { prisma } = service.infrastructure.database;
    await prisma.identity.create({
      data: { account_id: owner.id, provider: "github", subject: owner.id, verified: true },
    });
    return owner;
  },
  "export-records": (service) => developer(service, "editor"),
  "make-changes": async (service) => {
    const editor = await developer(service, "editor");
    await editor.ask("DELETE", "/people/ada-quill");
    // The example chooses ids, which another run of it may have used.
    await service.infrastructure.database.query("DELETE FROM retired_ids", []);
    for (const [id, name] of [
      ["ben-oke", "Ben Oke"],
      ["cy-rand", "Cy Rand"],
    ])
      await editor.ask("POST", "/changes", { changes: [{ action: "create", resource: "people", id, data: { name } }] });
    return editor;
  },
  "snooze-problems": withProblem,
  "unsnooze-problems": withProblem,
  "revert-activity": async (service) => {
    const editor = await developer(service, "editor");
    await editor.ask("POST", "/shows", { name: "A New Show", type: "comedy" });
    const [entry] = (await editor.ask("GET", "/activity?limit=1")).body as { id: string }[];
    return { ...editor, meant: { [shownIds.entry]: entry?.id ?? "" } };
  },
};

/** An editor, and the show of the example problem: it runs, but its last bookable day is past. */
async function withProblem(service: TestService): Promise<PreparedExample> {
  const editor = await developer(service, "editor");
  const create = async (path: string, data: object) =>
    ((await editor.ask("POST", path, data)).body as { id: string }).id;
  const show = await create("/shows", { name: "The Pier", type: "play", booking_until: "2001-01-01" });
  await create("/productions", { show_id: show, theatre_id: "palace", opening_date: "2001-01-01" });
  const problems = (await editor.ask("GET", "/problems")).body as { record_id: string; facts: string }[];
  const { facts } = problems.find(({ record_id }) => record_id === show) ?? exampleProblem;
  return { ...editor, meant: { [exampleProblem.record_id]: show, [exampleProblem.facts]: facts } };
}

async function withResetLink(service: TestService): Promise<PreparedExample> {
  const { id } = await developer(service);
  const administrator = await developer(service, "admin");
  const { link } = passwordLink.parse((await administrator.ask("POST", `/accounts/${id}/reset`)).body);
  return { cookie: "", meant: { [exampleToken]: new URL(link).hash.slice(1) } };
}

/** An administrator, and the account in the example. */
async function withAccount(service: TestService) {
  const { id } = await developer(service);
  const administrator = await developer(service, "admin");
  return { cookie: administrator.cookie, meant: { [shownIds.account]: id }, id, administrator };
}

async function withKeyOfOnesOwn(service: TestService): Promise<PreparedExample> {
  const owner = await developer(service);
  return { ...owner, meant: { [shownIds.key]: (await owner.makeKey()).id } };
}

async function withLimitRequest(service: TestService): Promise<PreparedExample> {
  const owner = await developer(service);
  const { id } = await owner.makeKey();
  const wanted = { daily_limit: exampleLimitRequest.daily_limit, reason: exampleLimitRequest.reason };
  const asked = limitRequestRecord.parse((await owner.ask("POST", `/keys/${id}/limit-requests`, wanted)).body);
  return { ...owner, meant: { [shownIds.key]: id, [exampleLimitRequest.id]: asked.id } };
}

async function withPassword(service: TestService): Promise<Developer> {
  const owner = await developer(service);
  const password = hashFast("the password of the account");
  await service.infrastructure.database.prisma.account.update({ where: { id: owner.id }, data: { password } });
  return owner;
}

async function withSuggestion(service: TestService): Promise<PreparedExample> {
  const { id, state: _state, answered_at: _answered, created_at, ...said } = exampleSuggestion;
  const own = randomUUID();
  await service.infrastructure.database.prisma.suggestion.create({ data: { ...said, id: own, created_at } });
  return { ...(await developer(service, "editor")), meant: { [id]: own } };
}
