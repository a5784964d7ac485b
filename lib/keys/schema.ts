import { z } from "zod";
import { id } from "../fields.ts";

/** A developer's keys, as they are shown and ordered (contract §6). Safe for the browser. */

const instant = z.iso.datetime();

const keyRecord = z.strictObject({
  id,
  name: z.string(),
  prefix: z.string(),
  daily_limit: z.int(),
  used_today: z.int(),
  created_at: instant,
  last_used_at: instant.nullable(),
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
});

export type KeyRecord = z.infer<typeof keyRecord>;

/** The only answer that has the secret. */
const issuedKey = z.strictObject({ ...keyRecord.shape, key: z.string() });

export type IssuedKey = z.infer<typeof issuedKey>;

const usageDay = z.strictObject({ date: z.iso.date(), requests: z.int(), refused: z.int().optional() });

export type UsageDay = z.infer<typeof usageDay>;
