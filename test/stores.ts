import { Redis } from "@upstash/redis";
import { inject, onTestFinished } from "vitest";
import { startBridge } from "./upstash-bridge.ts";
import { databaseKinds, everyDatabaseKind, type DatabaseKind, emptyDatabase } from "./databases.ts";
import { startPgBouncer } from "../scripts/pgbouncer.mjs";
import { findPgBouncer } from "../scripts/services.mjs";

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

/** Whether tests can put PgBouncer in front of a PostgreSQL server here. */
export const hasPooler = inject("postgresUrl") !== null && findPgBouncer() !== undefined;

/** An empty database, and PgBouncer in transaction mode in front of it, until the end of the test. */
export async function emptyDatabaseBehindPooler(): Promise<{ direct: string; pooled: string }> {
  const database = await emptyDatabase();
  onTestFinished(() => database.remove());
  const pooler = await startPgBouncer(database.url);
  if (!pooler) throw new Error("PgBouncer is not installed here.");
  onTestFinished(() => pooler.stop());
  return { direct: database.url, pooled: pooler.url };
}
