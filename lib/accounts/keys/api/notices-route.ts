import "server-only";
import { requireSignIn } from "../../../http/access/staff.ts";
import { z } from "zod";
import { idParam } from "../../../http/declaration.ts";
import { defineOperation } from "../../../http/define-operation.ts";
import type { Notice } from "../../../db/generated/client.ts";
import { notFound } from "../../../http/failures.ts";
import { privateRoute } from "../../../http/route.ts";
import { tellDueNotices } from "../notices/notice-watch.ts";
import { dismissNotice, listNotices } from "../notices/notice-queries.ts";
import { noticeRecord, noticeTitles } from "../notices/schema.browser.ts";
import { noParameters } from "../../../records/resource-routes.ts";
import { byOwner } from "../../api/tags.ts";

export const noticesRoute = privateRoute("/account/notices", {
  GET: defineOperation({
    operationId: "listNotices",
    ...byOwner,
    summary: "List your notices",
    description:
      "What you should know about your keys and your account, latest first, until you dismiss it: a key has used 80% or all of its daily limit (each once a day), expires within 7 days, or was found and revoked; a limit request was answered; your password was changed. A key near its limit is noticed within a minute, or by this request. What was noticed of the limit and the end of a key goes when it is revoked.",
    input: { query: noParameters },
    output: { description: "The notices.", schema: z.array(noticeRecord) },
    handle: async ({ session, infrastructure }) => {
      const { accountId } = requireSignIn(session);
      // Not only once a minute: a host may stop a process that has no requests.
      await infrastructure.flushUsage();
      await tellDueNotices(infrastructure, accountId);
      const notices = await listNotices(infrastructure.database.prisma, accountId, new Date(infrastructure.now()));
      return { value: notices.map(withTitle) };
    },
  }),
});

export const noticeRoute = privateRoute("/account/notices/{id}", {
  DELETE: defineOperation({
    operationId: "dismissNotice",
    ...byOwner,
    summary: "Dismiss a notice",
    description: "It is not shown again. Idempotent, for at least 30 days.",
    input: { params: idParam("notice"), query: noParameters },
    output: { description: "The dismissed notice.", schema: noticeRecord },
    failures: [notFound({ singular: "Notice" })],
    handle: async ({ params: { id }, session, infrastructure: { database, now } }) => {
      const { accountId } = requireSignIn(session);
      if (!/^\d{1,18}$/.test(id)) return { value: null };
      const dismissed = await dismissNotice(database.prisma, accountId, BigInt(id), new Date(now()));
      return { value: dismissed && withTitle(dismissed) };
    },
  }),
});

export function withTitle(notice: Notice) {
  const kind = noticeRecord.shape.kind.parse(notice.kind);
  return { ...notice, kind, title: noticeTitles[kind] };
}
