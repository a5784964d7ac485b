import assert from "node:assert/strict";
import { once } from "node:events";
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import { describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { z } from "zod";
import { refuseArguments } from "../command-line/command.ts";
import { readSettings, usage } from "./settings.ts";

export const settings = settingsOrEnd();

function settingsOrEnd(): ReturnType<typeof readSettings> {
  try {
    refuseArguments(process.argv.slice(2));
    return readSettings(process.env);
  } catch (error) {
    giveUp(`${(error as Error).message}\n\n${usage}`);
  }
}

/** Ends the program before the first check, because the deployment can't be checked. */
export function giveUp(reason: string): never {
  console.error(reason);
  process.exit(2);
}

export interface Call {
  method: string;
  /** Sent unchanged, without encoding or resolving. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** What it counts on: CONFORMANCE_KEY, or else the address; the address; the staff account; a key of the run's. */
  by: "caller" | "address" | "account" | "key";
}

const [int, text] = [z.int().optional(), z.string().optional()];
const issues = z.array(z.looseObject({ path: z.string() })).optional();
const references = z.record(z.string(), z.int()).optional();
const further = { message: text, issues, issue_count: int, references, limit: int, reset: int, request_id: text };
/** All members that an error may have. */
const errorSchema = z.strictObject({ error: z.string(), ...further });

/** A response as it came: not decoded, no redirects followed. The methods throw an AssertionError that names it. */
export class Answer {
  constructor(
    readonly call: Call,
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    readonly bytes: Buffer,
  ) {}

  /** `GET /api/shows`, for messages. */
  get name(): string {
    const { method, path } = this.call;
    return `${method} ${path.length > 80 ? `${path.slice(0, 77)}…` : path}`;
  }

  /** The entity tag; empty when there is none. */
  get tag(): string {
    return this.headers.etag ?? "";
  }

  get text(): string {
    const { bytes, headers } = this;
    const coding = headers["content-encoding"];
    return (coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes).toString();
  }

  header(name: string): string | null {
    const value = this.headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  }

  /** The names that a header lists, in lower case and alphabetical order. */
  namesIn(header: string): string {
    const names = (this.header(header) ?? "").toLowerCase().split(/\s*,\s*/);
    return names.sort().join(" ");
  }

  expectStatus(status: number): void {
    same(`status of ${this.name}`, this.status, status);
  }

  /** @param expected the header's value, a pattern of it, or null when it must be absent. */
  expectHeader(name: string, expected: string | RegExp | null): void {
    const value = this.header(name);
    if (expected instanceof RegExp) assert.match(value ?? "", expected, `${name} of ${this.name}: ${value}`);
    else same(`${name} of ${this.name}`, value, expected);
  }

  body(status = 200): unknown {
    this.expectStatus(status);
    try {
      return JSON.parse(this.text);
    } catch {
      assert.fail(`The body of ${this.name} is no JSON: ${this.text.slice(0, 300)}`);
    }
  }

  errorBody(status: number, error?: string): z.output<typeof errorSchema> {
    const { data, error: mistakes } = errorSchema.safeParse(this.body(status));
    assert(data, `body of ${this.name}: ${mistakes?.message}`);
    if (error !== undefined) same(`"error" of ${this.name}`, data.error, error);
    this.expectHeader("Link", /rel="help"/);
    return data;
  }

  /** The paths of the issues of a 400, in alphabetical order. */
  wrongFields(): string[] {
    const { issues } = this.errorBody(400, "Invalid request");
    assert(issues, `issues of ${this.name}`);
    return [...new Set(issues.map(({ path }) => path))].sort();
  }
}

/** Compares; a failure shows the difference under the name. */
export function same(name: string, actual: unknown, expected: unknown): void {
  assert.deepEqual({ [name]: actual }, { [name]: expected });
}

export const answers: Answer[] = [];

/** By name, those of the session of the staff account. */
export const cookies = new Map<string, string>();

export const sessionCookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

export const get = (path: string, headers: Record<string, string> = {}) => send(path, { headers });

/** Sends with the staff session; a body is sent as JSON. @param path below `/api/`. */
export function asStaff(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const json = body === undefined ? null : JSON.stringify(body);
  const type = { "content-type": "application/json" };
  return send(`/api/${path}`, { method, by: "account", headers: { ...type, ...headers }, body: json });
}

/** One connection per request, because some requests end their connection. */
export async function send(path: string, options: Partial<Omit<Call, "path">> = {}): Promise<Answer> {
  const { method = "GET", body = null, by = "caller" } = options;
  const { CONFORMANCE_URL: origin, CONFORMANCE_KEY: key } = settings;
  const headers: Record<string, string> = {};
  if (by === "account") headers["cookie"] = sessionCookie();
  if (by === "caller" && key !== undefined) headers["authorization"] = `Bearer ${key}`;
  Object.assign(headers, options.headers);
  const request = origin.startsWith("https:") ? requestHttps : requestHttp;
  const sent = request(origin, { path, method, headers, agent: false, timeout: 30_000 });
  sent.once("timeout", () => sent.destroy(new Error("no response within 30 s")));
  // The two below throw what fails.
  sent.on("error", () => undefined);
  sent.end(body ?? undefined);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const call = { method, path, body, by, headers };
  const answer = new Answer(call, response.statusCode ?? 0, response.headers, await buffer(response));
  answers.push(answer);
  return answer;
}

let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (isInterrupted = true));
process.on("exit", () => {
  if (isInterrupted) process.exitCode = 130;
});

/** A check that can't run here, with the reason. */
export class NotCheckable extends Error {}

/** The checks of a section of the contract: `§4 Reads`. */
export function section(name: string, define: () => void): void {
  void describe(name, define);
}

/** A promise of the contract: fails with what `run` throws, and is skipped with its NotCheckable. */
export const check = checkUnless(false);
export const staffCheck = checkUnless(!settings.CONFORMANCE_STAFF_EMAIL && "needs CONFORMANCE_STAFF_EMAIL");
/** A check whose requests must reach the service itself. */
export const ownServerCheck = checkUnless(settings.CONFORMANCE_NEXT && "refused before this service sees it");

function checkUnless(skip: string | false) {
  return (promise: string, run: () => Promise<void> | void) =>
    void test(promise, { skip }, async (context) => {
      try {
        if (isInterrupted) throw new NotCheckable("interrupted");
        await run();
      } catch (error) {
        if (!(error instanceof NotCheckable)) throw error;
        context.skip(error.message);
      }
    });
}

const quotaSchema = z.object({ tier: z.string(), limit: z.int(), remaining: z.int(), reset: z.int() });
export type Quota = z.output<typeof quotaSchema>;

/** The quota of who pays; reading it is free. @throws AssertionError or ZodError when the response has none. */
export async function readQuota(by: Call["by"] = "caller"): Promise<Quota> {
  return quotaSchema.parse((await send("/api/quota", { by })).body());
}

export function quotaHeaders(answer: Answer): (string | null)[] {
  return ["limit", "remaining", "reset"].map((name) => answer.header(`x-ratelimit-${name}`));
}
