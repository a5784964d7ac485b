import { randomUUID } from "node:crypto";
import { exampleToken } from "../accounts/examples.ts";
import { passwordLink } from "../accounts/schema.ts";
import { exampleProblem } from "../data-quality/example.ts";
import { issueMailedLink } from "../mail/link-queries.ts";
import { hashFast } from "./fast-password-hash.ts";
import { sendJson, developer, type Developer } from "./developer.ts";
import type { TestService } from "./service.ts";

/** The sender of an example, and the placeholders in it for the sender's own data. */
export interface PreparedExample {
  cookie: string;
  /** The replacements for the documented values; nothing else in the example changes. */
  meant?: Record<string, string>;
}

/** The placeholder ids in the examples of writes. */
const shownIds = {
  key: "6a1f0d52-9c3e-4b7a-8d25-0e9f4c6b1a73",
  account: "0b7c8f9e-4f55-4c2f-8f0e-3a5f8c2d1e90",
  entry: "1042",
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
  "create-account": async () => ({ cookie: "", meant: { "ada@example.com": `${randomUUID()}@example.com` } }),
  "invite-account": async (service) => ({
    ...(await developer(service, "admin")),
    meant: { "ada@example.com": `${randomUUID()}@example.com` },
  }),
  "reset-account-password": async (service) => {
    const { id } = await developer(service);
    return { ...(await developer(service, "admin")), meant: { [shownIds.account]: id } };
  },
  "set-password-by-link": async (service) => {
    const { id } = await developer(service);
    const administrator = await developer(service, "admin");
    const { link } = passwordLink.parse((await administrator.ask("POST", `/accounts/${id}/reset`)).body);
    return { cookie: "", meant: { [exampleToken]: new URL(link).hash.slice(1) } };
  },
  "request-password-reset": async () => ({ cookie: "" }),
  "verify-address": async (service) => {
    const { id } = await developer(service);
    const { database, now } = service.infrastructure;
    const link = { account_id: id, purpose: "verify", expires_at: new Date(now() + 60_000) } as const;
    const token = await database.prisma.$transaction((transaction) => issueMailedLink(transaction, link));
    return { cookie: "", meant: { [exampleToken]: token } };
  },
  "send-verification": developer,
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

async function withKeyOfOnesOwn(service: TestService): Promise<PreparedExample> {
  const owner = await developer(service);
  return { ...owner, meant: { [shownIds.key]: (await owner.makeKey()).id } };
}

async function withPassword(service: TestService): Promise<Developer> {
  const owner = await developer(service);
  const password = hashFast("the password of the account");
  await service.infrastructure.database.prisma.account.update({ where: { id: owner.id }, data: { password } });
  return owner;
}
