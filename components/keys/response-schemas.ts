import { trusted } from "@/components/trusted";
import type { FailedRequest, IssuedKey, KeyRecord, ListedKey, RouteUsage, UsageDay } from "@/lib/keys/schema";

export interface QuotaRecord {
  limit: number;
  remaining: number;
  /** Unix time in whole seconds. */
  reset: number;
}

export const keyResponse = trusted<KeyRecord>();
export const listedKeyResponse = trusted<ListedKey>();
export const keysResponse = trusted<ListedKey[]>();
export const issuedKeyResponse = trusted<IssuedKey>();
export const usageResponse = trusted<UsageDay[]>();
export const routeUsageResponse = trusted<RouteUsage[]>();
export const failedRequestsResponse = trusted<FailedRequest[]>();
export const quotaResponse = trusted<QuotaRecord>();
export const foundKeyResponse = trusted<{ prefix: string }>();
