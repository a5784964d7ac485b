import "server-only";
import { z } from "zod";
import { AppError } from "../../core/errors.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import type { Route } from "../../http/route.ts";
import { tellDueNotices } from "../notices/notice-watch.ts";
import { dismissNotice, listNotices, type StoredNotice } from "../notices/queries.ts";
import { noticeRecord, noticeTitles, type NoticeRecord } from "../notices/schema.browser.ts";
import { noParameters } from "../../records/details-routes.ts";
import { Representation } from "../../catalogue/representation.ts";
import { exampleNotice, ownAccountTag } from "../../accounts/api/own-account-examples.ts";
import { ownerOf } from "../../accounts/api/own-account.ts";

/** `GET /account/notices`: what the owner of keys should know. */
export const noticesRoute: Route = {
  path: "/account/notices",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: defineOperation({
      operationId: "listNotices",
      tag: ownAccountTag,
      summary: "List your notices",
      description:
        "What you should know about your keys and your account, latest first, until you dismiss it: a key has used 80% or all of its daily limit (each once a day), expires within 7 days, or was found and revoked; a limit request was answered; your password was changed. A key near its limit is noticed within a minute, or by this request. What was noticed of the limit and the end of a key goes when it is revoked.",
      access: "manageOwnAccount",
      input: { query: noParameters },
      output: { description: "The notices.", schema: z.array(noticeRecord), example: [exampleNotice] },
      handle: async ({ session, infrastructure }) => {
        const { accountId } = ownerOf({ session });
        // Not only once a minute: a host may stop a process that has no requests.
        await infrastructure.flushUsage();
        await tellDueNotices(infrastructure, accountId);
        const notices = await listNotices(infrastructure.database.prisma, accountId, new Date(infrastructure.now()));
        return { body: Representation.json(notices.map(serializeNotice)) };
      },
    }),
  },
};

/** `DELETE /account/notices/{id}` */
export const noticeRoute: Route = {
  path: "/account/notices/{id}",
  isMetered: true,
  isPrivate: true,
  operations: {
    DELETE: defineOperation({
      operationId: "dismissNotice",
      tag: ownAccountTag,
      summary: "Dismiss a notice",
      description: "It is not shown again. Idempotent, for at least 30 days.",
      access: "manageOwnAccount",
      input: { params: idParam("notice", exampleNotice.id), query: noParameters },
      output: { description: "The dismissed notice.", schema: noticeRecord, example: exampleNotice },
      failures: [notFound({ singular: "Notice" })],
      handle: async ({ params: { id }, session, infrastructure: { database, now } }) => {
        const { accountId } = ownerOf({ session });
        const dismissed = /^\d{1,18}$/.test(id)
          ? await dismissNotice(database.prisma, accountId, BigInt(id), new Date(now()))
          : null;
        if (!dismissed) throw new AppError("not_found", { error: "Notice not found" });
        return { body: Representation.json(serializeNotice(dismissed)) };
      },
    }),
  },
};

export function serializeNotice({ id, kind, text, key_id, at }: StoredNotice): NoticeRecord {
  const known = noticeRecord.shape.kind.parse(kind);
  return { id: String(id), kind: known, title: noticeTitles[known], text, key_id, at: at.toISOString() };
}
