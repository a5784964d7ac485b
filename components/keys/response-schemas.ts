import { taken } from "@/components/trusted";
import type { IssuedKey, KeyRecord, UsageDay } from "@/lib/keys/schema";

export interface QuotaRecord {
  limit: number;
  remaining: number;
  /** Unix time in whole seconds. */
  reset: number;
}

export const keyAnswer = taken<KeyRecord>();
export const keysAnswer = taken<KeyRecord[]>();
export const issuedAnswer = taken<IssuedKey>();
export const usageAnswer = taken<UsageDay[]>();
export const quotaAnswer = taken<QuotaRecord>();
export const foundAnswer = taken<{ prefix: string }>();
