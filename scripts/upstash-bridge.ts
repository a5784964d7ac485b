import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { command, parseFlags, readFlags, start } from "./command-line/command.ts";
import { upstashBridge } from "./upstash/bridge.ts";

const usage = "For example: node scripts/run.mjs upstash-bridge --port 8079 --redis 127.0.0.1:6379 --token secret";

const text = { type: "string" } as const;
const portFrom = (least: number) =>
  z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(least, `must be at least ${least}`)
    .max(65_535, "must be at most 65535");
const flags = z.object({
  port: portFrom(0).default(8079),
  redis: z
    .string()
    .refine(
      (text) => /^(\[[0-9a-fA-F:]+\]|[^:/\s]+):\d{1,5}$/.test(text) && URL.canParse(`redis://${text}`),
      "must be host:port, for example 127.0.0.1:6379",
    )
    .default("127.0.0.1:6379"),
  token: z
    .string({ error: "must be given: the value that clients send as UPSTASH_REDIS_REST_TOKEN" })
    .min(1, "must not be empty"),
});

/** Serves Upstash's REST protocol in front of your own Redis. */
export const main = command(usage, async (args, _environment, terminal) => {
  const { port, redis, token } = parseFlags(flags, readFlags({ port: text, redis: text, token: text }, args));
  const { hostname, port: redisPort } = new URL(`redis://${redis}`);
  const server = upstashBridge({ redisHost: hostname.replace(/^\[|\]$/g, ""), redisPort: Number(redisPort), token });
  server.listen(port);
  try {
    await once(server, "listening");
  } catch (error) {
    terminal.error(`--port ${port} can't be listened on: ${error instanceof Error ? error.message : String(error)}.`);
    return 1;
  }
  terminal.log(`Redis at ${redis} is served as Upstash on http://localhost:${(server.address() as AddressInfo).port}`);
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  process.once("SIGTERM", end).once("SIGINT", end);
  return 0;
});

await start(import.meta.url, main);
