import { z } from "zod";
import { id } from "../../../core/fields.browser.ts";

/** The schemas of notices (contract §19). Safe for the browser. */

/** Each kind with its title, which is also the subject of its letter. */
export const noticeTitles = {
  "limit-near": "80% of a daily limit used",
  "limit-reached": "Daily limit reached",
  "key-expires": "A key expires soon",
  "key-found": "A key was found and revoked",
  "limit-granted": "Higher limit granted",
  "limit-declined": "Higher limit declined",
  "password-changed": "Password changed",
  "wrong-codes": "Wrong codes entered for your account",
} as const;

export type NoticeKind = keyof typeof noticeTitles;

export const noticeRecord = z
  .strictObject({
    id,
    kind: z.enum(Object.keys(noticeTitles) as [NoticeKind, ...NoticeKind[]]),
    title: z.string(),
    text: z.string().describe("What happened, in a sentence or two. Times are in UTC."),
    key_id: id.nullable().describe("The key that it is about; null: the account."),
    at: z.iso.datetime().describe("When you were told, in UTC."),
  })
  .meta({ id: "Notice", description: "Something that the owner of keys should know." });

export type NoticeRecord = z.infer<typeof noticeRecord>;
