import { once } from "node:events";
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
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
  /**
   * What the request counts on: the key of CONFORMANCE_KEY (without one, the address), the address, the staff account,
   * or a key that the run created.
   */
  by: "caller" | "address" | "account" | "key";
}

/** A response as it came: not decoded, no redirects followed. */
export interface Answer {
  call: Call;
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** When it was complete, in milliseconds since 1970. */
  at: number;
}

/** All answers so far, in order. */
export const answers: Answer[] = [];

/** The session of the staff account. */
export const account: { cookie: string } = { cookie: "" };

export const get = (path: string, headers: Record<string, string> = {}) => send(path, { headers });

/** Sends with the staff session; a body is sent as JSON. @param path below `/api/`. */
export function asStaff(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const text = body === undefined ? null : JSON.stringify(body);
  return send(`/api/${path}`, { method, by: "account", headers: { ...type, ...headers }, body: text });
}

export async function send(path: string, options: Partial<Omit<Call, "path">> = {}): Promise<Answer> {
  const { method = "GET", body = null, by = "caller" } = options;
  const credentials: Record<string, string> = {};
  if (by === "account") credentials["cookie"] = account.cookie;
  if (by === "caller" && settings.key !== undefined) credentials["authorization"] = `Bearer ${settings.key}`;
  const answer = await exchange({ method, path, body, by, headers: { ...credentials, ...options.headers } });
  answers.push(answer);
  return answer;
}

/** One connection per request, because some requests end their connection. */
async function exchange(call: Call): Promise<Answer> {
  const { path, method, body } = call;
  const headers = body === null ? call.headers : { ...call.headers, "content-length": Buffer.byteLength(body) };
  const request = settings.origin.startsWith("https:") ? requestHttps : requestHttp;
  const sent = request(settings.origin, { path, method, headers, agent: false, timeout: 30_000 });
  sent.once("timeout", () => sent.destroy(new Error("no response within 30 s")));
  // The two below throw what fails.
  sent.on("error", () => undefined);
  sent.end(body ?? undefined);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const bytes = await buffer(response);
  return { call, status: response.statusCode ?? 0, headers: response.headers, bytes, at: Date.now() };
}

/** `GET /api/shows`, for messages. */
export function nameOf({ call: { method, path } }: Answer): string {
  return `${method} ${path.length > 80 ? `${path.slice(0, 77)}…` : path}`;
}

/** The body, decompressed. */
export function textOf({ headers, bytes }: Answer): string {
  const coding = headers["content-encoding"];
  return (coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

/** One header as text; null when it is absent. */
export function header({ headers }: Answer, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return value === undefined ? null : String(value);
}

/** The entity tag; empty when there is none. */
export const tagOf = (answer: Answer) => header(answer, "etag") ?? "";
