import { Redis } from "@upstash/redis";
import { inject } from "vitest";
import { startBridge } from "../scripts/upstash/testing.ts";
import { databaseKinds, everyDatabaseKind, type DatabaseKind } from "./databases.ts";

/** The stores that can count requests: both kinds of database, and Upstash with either of them. */
export const everyStore: readonly StoreName[] = [...everyDatabaseKind, ...upstash()];
/** The stores for suites in which the kinds of database can't differ. */
export const stores: readonly StoreName[] = [...databaseKinds, ...upstash()];
/** The stores that several instances can share, where their database can be shared too. */
export const sharedStores: readonly StoreName[] =
  inject("postgresUrl") === null ? [] : stores.filter((store) => store !== "embedded");
export type StoreName = DatabaseKind | "upstash";

export interface UpstashForTests {
  settings: { UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string };
  port: number;
  client(): Redis;
  close(): Promise<void>;
}

function upstash(): StoreName[] {
  return inject("redisPort") === null ? [] : ["upstash"];
}

/** Upstash in tests: our bridge in front of a real Redis. */
export async function startUpstash(): Promise<UpstashForTests> {
  const bridge = await startBridge(inject("redisPort") ?? 0);
  const client = () => new Redis({ url: bridge.url, token: bridge.token, enableTelemetry: false });
  return {
    settings: { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token },
    port: bridge.port,
    client,
    close: bridge.close,
  };
}
