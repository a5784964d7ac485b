import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis, ReplyError, type RedisOptions } from "ioredis";
import { z } from "zod";
import { command, parseFlags, readFlags, start } from "./command-line/command.ts";

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

const scriptsRemembered = 1000;

/**
 * `@upstash/ratelimit` marks its Lua scripts with a flag that only Upstash knows. A stock Redis gets them without the
 * flag, and so under another hash; callers keep using the original hash.
 */
function flaglessScripts(): (command: string[]) => string[] {
  const rewritten = new Map<string, string>();

  function removeFlag(script: string): string {
    const stock = script.replace(/^#!lua flags=(\S+)[^\n]*/, (_line, flags: string) => {
      const left = flags.split(",").filter((flag) => flag !== "allow-key-locking");
      return left.length > 0 ? `#!lua flags=${left.join(",")}` : "";
    });
    if (stock !== script) rewritten.set(sha1(script), sha1(stock));
    if (rewritten.size > scriptsRemembered) rewritten.clear();
    return stock;
  }

  return (command) => {
    const [name = "", first = "", ...rest] = command;
    if (/^eval(_ro)?$/i.test(name)) return [name, removeFlag(first), ...rest];
    if (/^evalsha(_ro)?$/i.test(name)) return [name, rewritten.get(first.toLowerCase()) ?? first, ...rest];
    if (/^script$/i.test(name) && /^load$/i.test(first)) return [name, first, ...rest.map(removeFlag)];
    return command;
  };
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

interface Answer {
  status: number;
  body: unknown;
}

/** A command that is sent again after a lost connection could count twice, and a request must not wait for Redis. */
const failsAtOnce = {
  lazyConnect: true,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  enableReadyCheck: false,
  connectTimeout: 2_000,
};
const maxBodyBytes = 10_000_000;
const word = z.union([z.string(), z.number(), z.boolean(), z.null()]).transform(String);
const redisCommand = z.array(word).min(1);
const redisCommands = z.array(redisCommand).min(1);

/** The part of Upstash's REST protocol that `@upstash/redis` and `@upstash/ratelimit` use, in front of your own Redis. */
export function upstashBridge(options: { redisHost: string; redisPort: number; token: string }): Server {
  const { send, close } = connect({ host: options.redisHost, port: options.redisPort });
  const withoutFlag = flaglessScripts();

  async function answer(request: IncomingMessage): Promise<Answer> {
    if (!isToken(request.headers.authorization, options.token)) return { status: 401, body: { error: "Unauthorized" } };
    if (request.method !== "POST") return { status: 405, body: { error: "Send commands with POST." } };
    const encode = request.headers["upstash-encoding"] === "base64" ? toBase64 : (value: unknown) => value;
    const path = new URL(request.url ?? "/", "http://bridge").pathname.replace(/\/$/, "");
    const body = await readJson(request);
    const item = (reply: unknown) => (isRefusal(reply) ? { error: reply.message } : { result: encode(reply) });
    if (path === "") {
      const [result] = await send([withoutFlag(redisCommand.parse(body))]);
      return { status: isRefusal(result) ? 400 : 200, body: item(result ?? null) };
    }
    if (path !== "/pipeline" && path !== "/multi-exec")
      return { status: 404, body: { error: `There is nothing at ${path}.` } };
    const list = redisCommands.parse(body).map(withoutFlag);
    if (path === "/pipeline") return { status: 200, body: (await send(list)).map(item) };
    const answers = await send([["MULTI"], ...list, ["EXEC"]]);
    const refused = answers.find(isRefusal);
    if (refused) return { status: 400, body: { error: refused.message } };
    const results = answers.at(-1);
    return { status: 200, body: Array.isArray(results) ? results.map(item) : results };
  }

  const server = createServer((request, response) => {
    void answer(request)
      .catch(failure)
      .then(({ status, body }) => {
        response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
      });
  });
  server.on("close", close);
  return server;
}

function connect(options: RedisOptions) {
  const redis = new Redis({ ...options, ...failsAtOnce });
  let reason = "the connection was lost";
  redis.on("error", (error: Error) => (reason = error.message));
  return {
    /** A refused command's reply is its error. Rejects when the connection is lost before all have replied. */
    send: async (commands: string[][]): Promise<unknown[]> => {
      const pipeline = redis.pipeline();
      for (const [name = "", ...parameters] of commands) pipeline.call(name, ...parameters);
      const replies = (await pipeline.exec()) ?? [];
      return replies.map(([error, reply]) => {
        if (error && !isRefusal(error)) throw new Error(`Redis can't be reached: ${reason}.`);
        return error ?? reply;
      });
    },
    close: () => redis.disconnect(),
  };
}

/** The library declares its class of errors as `any`. */
const isRefusal = (reply: unknown): reply is Error => reply instanceof ReplyError;

/** Encodes every text, in lists of any depth; numbers and null stay unchanged. */
function toBase64(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(toBase64);
  if (isRefusal(answer)) return Buffer.from(answer.message).toString("base64");
  return typeof answer === "string" ? Buffer.from(answer).toString("base64") : answer;
}

function failure(error: unknown): Answer {
  const isBadBody = error instanceof z.ZodError || error instanceof SyntaxError;
  const refusal =
    "ERR the body must be a JSON array with a command, or, at /pipeline and /multi-exec, an array of commands";
  if (isBadBody) return { status: 400, body: { error: refusal } };
  return { status: 502, body: { error: error instanceof Error ? error.message : String(error) } };
}

function isToken(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(authorization ?? ""), hash(`Bearer ${token}`));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new SyntaxError("The body is too large.");
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

await start(import.meta.url, main);
