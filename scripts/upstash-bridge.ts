import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { z } from "zod";
import { upstashBridge } from "./upstash/bridge.ts";

const usage = "node scripts/run.mjs upstash-bridge --port 8079 --redis 127.0.0.1:6379 --token secret";

const port = (least: number) =>
  z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(least, `must be at least ${least}`)
    .max(65_535, "must be at most 65535");
const flags = z.object({
  port: port(0).default(8079),
  redis: z
    .string()
    .refine(
      (text) => /^(\[[0-9a-fA-F:]+\]|[^:/\s]+):\d{1,5}$/.test(text) && URL.canParse(`redis://${text}`),
      "must be host:port, for example 127.0.0.1:6379",
    )
    .default("127.0.0.1:6379"),
  token: z
    .string({ error: "must be given: the text that callers send as UPSTASH_REDIS_REST_TOKEN" })
    .min(1, "must not be empty"),
});

/** Serves Upstash's REST protocol from a Redis of one's own. */
async function main(): Promise<number | null> {
  const settings = flags.safeParse(readFlags());
  if (!settings.success) {
    for (const {
      path: [name],
      message,
    } of settings.error.issues)
      console.error(`--${String(name)} ${message}.`);
    console.error(`For example: ${usage}`);
    return 2;
  }
  const { redis, token } = settings.data;
  const { hostname, port: redisPort } = new URL(`redis://${redis}`);
  const server = upstashBridge({ redisHost: hostname.replace(/^\[|\]$/g, ""), redisPort: Number(redisPort), token });
  server.listen(settings.data.port);
  try {
    await once(server, "listening");
  } catch (error) {
    console.error(
      `--port ${settings.data.port} can't be listened on: ${error instanceof Error ? error.message : String(error)}.`,
    );
    return 1;
  }
  console.log(`Redis at ${redis} is served as Upstash on http://localhost:${(server.address() as AddressInfo).port}`);
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  process.once("SIGTERM", end).once("SIGINT", end);
  return null;
}

function readFlags(): Record<string, unknown> {
  try {
    return parseArgs({ options: { port: { type: "string" }, redis: { type: "string" }, token: { type: "string" } } })
      .values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error(`For example: ${usage}`);
    process.exit(2);
  }
}

process.exitCode = (await main()) ?? 0;
