import { Redis } from "@upstash/redis";
import { inject } from "vitest";
import { startBridge } from "../../scripts/upstash/testing.ts";

/** The stores that can count requests: both kinds of database, and Upstash with either of them. */
export const stores: readonly StoreName[] = [
  "embedded",
  ...(inject("postgresUrl") === null ? [] : (["server"] satisfies StoreName[])),
  ...(inject("redisPort") === null ? [] : (["upstash"] satisfies StoreName[])),
];
export type StoreName = "embedded" | "server" | "upstash";

export interface UpstashForTests {
  settings: { UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string };
  port: number;
  client(): Redis;
  close(): Promise<void>;
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
