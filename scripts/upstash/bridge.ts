import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { Redis, ReplyError, type RedisOptions } from "ioredis";
import { z } from "zod";

const scriptsRemembered = 1000;

/**
 * `@upstash/ratelimit` marks its Lua scripts with a flag that only Upstash knows. A stock Redis gets them without the
 * flag, and so under another hash; callers keep using the original hash.
 */
function flaglessScripts(): (command: string[]) => string[] {
  const rewritten = new Map<string, string>();

  function withoutFlag(script: string): string {
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
    if (/^eval(_ro)?$/i.test(name)) return [name, withoutFlag(first), ...rest];
    if (/^evalsha(_ro)?$/i.test(name)) return [name, rewritten.get(first.toLowerCase()) ?? first, ...rest];
    if (/^script$/i.test(name) && /^load$/i.test(first)) return [name, first, ...rest.map(withoutFlag)];
    return command;
  };
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

interface BridgeOptions {
  redisHost: string;
  redisPort: number;
  token: string;
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
const command = z.array(word).min(1);
const commands = z.array(command).min(1);

/**
 * The part of Upstash's REST protocol that `@upstash/redis` and `@upstash/ratelimit` use, in front of your own Redis.
 */
export function upstashBridge({ redisHost, redisPort, token }: BridgeOptions): Server {
  const { send, close } = connect({ host: redisHost, port: redisPort });
  const withoutFlag = flaglessScripts();

  async function answer(request: IncomingMessage): Promise<Answer> {
    if (!isToken(request.headers.authorization, token)) return { status: 401, body: { error: "Unauthorized" } };
    if (request.method !== "POST") return { status: 405, body: { error: "Send commands with POST." } };
    const encode = request.headers["upstash-encoding"] === "base64" ? toBase64 : (value: unknown) => value;
    const path = new URL(request.url ?? "/", "http://bridge").pathname.replace(/\/$/, "");
    const body = await readJson(request);
    switch (path) {
      case "": {
        const [result] = await send([withoutFlag(command.parse(body))]);
        return { status: isRefusal(result) ? 400 : 200, body: item(result ?? null, encode) };
      }
      case "/pipeline": {
        const results = await send(commands.parse(body).map(withoutFlag));
        return { status: 200, body: results.map((result) => item(result, encode)) };
      }
      case "/multi-exec":
        return transaction(send, commands.parse(body).map(withoutFlag), encode);
      default:
        return { status: 404, body: { error: `There is nothing at ${path}.` } };
    }
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

type Send = (commands: string[][]) => Promise<unknown[]>;

function connect(options: RedisOptions): { send: Send; close(): void } {
  const redis = new Redis({ ...options, ...failsAtOnce });
  let reason = "the connection was lost";
  redis.on("error", (error: Error) => (reason = error.message));
  return {
    /** A refused command's reply is its error. Rejects when the connection is lost before all have replied. */
    send: async (commands) => {
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

async function transaction(send: Send, list: string[][], encode: Encode): Promise<Answer> {
  const answers = await send([["MULTI"], ...list, ["EXEC"]]);
  const refused = answers.find(isRefusal);
  if (refused) return { status: 400, body: { error: refused.message } };
  const results = answers.at(-1);
  return { status: 200, body: Array.isArray(results) ? results.map((result) => item(result, encode)) : results };
}

type Encode = (answer: unknown) => unknown;

function item(answer: unknown, encode: Encode): object {
  return isRefusal(answer) ? { error: answer.message } : { result: encode(answer) };
}

/** Encodes every text, in lists of any depth; numbers and null stay unchanged. */
function toBase64(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(toBase64);
  if (isRefusal(answer)) return Buffer.from(answer.message).toString("base64");
  return typeof answer === "string" ? Buffer.from(answer).toString("base64") : answer;
}

function failure(error: unknown): Answer {
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return {
      status: 400,
      body: {
        error:
          "ERR the body must be a JSON array with a command, or, at /pipeline and /multi-exec, an array of commands",
      },
    };
  }
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
