import { request as requestHttp, type IncomingHttpHeaders } from "node:http";
import { request as requestHttps } from "node:https";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { settings } from "./settings.ts";

/** The bucket that a request counts on: the key (without one, the address), the address, or the staff account. */
export type Payer = "caller" | "address" | "account";

export interface ConformanceRequest {
  method: string;
  /** Sent unchanged, without encoding or resolving. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** `key`: a key that the run created. */
  by: Payer | "key";
}

/** An unprocessed response: not decoded, no redirects followed. */
export interface ConformanceResponse {
  request: ConformanceRequest;
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** When it was complete, in milliseconds since 1970. */
  at: number;
}

/** All responses so far, in order. */
export const responses: ConformanceResponse[] = [];

/** The session of the staff account; its cookie is null without one. */
export const account: { cookie: string | null } = { cookie: null };

const timeoutMilliseconds = 30_000;

export function get(path: string, headers?: Record<string, string>): Promise<ConformanceResponse> {
  return send(path, { headers });
}

export async function send(
  path: string,
  { method = "GET", headers = {}, body = null, by = "caller" }: Partial<Omit<ConformanceRequest, "path">> = {},
): Promise<ConformanceResponse> {
  const response = await exchange({ method, path, headers: { ...credentials(by), ...headers }, body, by });
  responses.push(response);
  return response;
}

function credentials(by: ConformanceRequest["by"]): Record<string, string> {
  if (by === "account") return account.cookie === null ? {} : { cookie: account.cookie };
  return by === "caller" && settings.key !== undefined ? { authorization: `Bearer ${settings.key}` } : {};
}

/** One connection per request, because some requests end their connection. */
function exchange(request: ConformanceRequest): Promise<ConformanceResponse> {
  const { protocol, hostname, port } = new URL(settings.origin);
  const start = protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = {
      // Only URLs put an IPv6 address in brackets.
      host: hostname.replace(/^\[|\]$/g, ""),
      port,
      path: request.path,
      method: request.method,
      headers: {
        ...request.headers,
        ...(request.body === null ? {} : { "content-length": Buffer.byteLength(request.body) }),
      },
      agent: false as const,
      timeout: timeoutMilliseconds,
    };
    const sent = start(options, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          request,
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(pieces),
          at: Date.now(),
        }),
      );
    });
    sent.once("timeout", () => sent.destroy(new Error(`no response within ${timeoutMilliseconds / 1000} s`)));
    sent.once("error", reject);
    sent.end(request.body ?? undefined);
  });
}

/** `GET /api/shows`, for messages. */
export function requestName({ request: { method, path } }: ConformanceResponse): string {
  return `${method} ${path.length > 80 ? `${path.slice(0, 77)}…` : path}`;
}

/** The decompressed body. */
export function decodedBody({ headers, bytes }: ConformanceResponse): Buffer {
  const coding = headers["content-encoding"];
  if (coding === "br") return brotliDecompressSync(bytes);
  return coding === "gzip" ? gunzipSync(bytes) : bytes;
}

export function responseText(response: ConformanceResponse): string {
  return decodedBody(response).toString("utf8");
}

/** @throws SyntaxError when the body is not JSON. */
export function responseJson(response: ConformanceResponse): unknown {
  return JSON.parse(responseText(response)) as unknown;
}

/** One header as text; null when it is absent. */
export function header({ headers }: ConformanceResponse, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return value === undefined ? null : String(value);
}
