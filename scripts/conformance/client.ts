import { request as requestHttp, type IncomingHttpHeaders } from "node:http";
import { request as requestHttps } from "node:https";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

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
  asked: ConformanceRequest;
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** When it was complete, in milliseconds since 1970. */
  at: number;
}

export interface Client {
  readonly origin: string;
  readonly hasKey: boolean;
  /** All responses so far, in order. */
  readonly answers: readonly ConformanceResponse[];
  /** Sent with the staff account's requests; null without a session. */
  cookie: string | null;
  /** While it is set, every request is rejected with it. */
  interruption: Error | null;
  get(path: string, headers?: Record<string, string>): Promise<ConformanceResponse>;
  send(path: string, how?: Partial<Omit<ConformanceRequest, "path">>): Promise<ConformanceResponse>;
}

const timeoutMilliseconds = 30_000;

/** @param key undefined for a caller without a key. */
export function createClient(origin: string, key: string | undefined): Client {
  const answers: ConformanceResponse[] = [];
  const client: Client = {
    origin,
    hasKey: key !== undefined,
    answers,
    cookie: null,
    interruption: null,
    get: (path, headers) => client.send(path, { headers }),
    send: async (path, { method = "GET", headers = {}, body = null, by = "caller" } = {}) => {
      if (client.interruption) throw client.interruption;
      const asked = { method, path, headers: { ...credentials(by), ...headers }, body, by };
      const answer = await exchange(origin, asked);
      answers.push(answer);
      return answer;
    },
  };
  const credentials = (by: ConformanceRequest["by"]): Record<string, string> => {
    if (by === "account") return client.cookie === null ? {} : { cookie: client.cookie };
    return by === "caller" && key !== undefined ? { authorization: `Bearer ${key}` } : {};
  };
  return client;
}

/** One connection per request, because some requests end their connection. */
function exchange(origin: string, asked: ConformanceRequest): Promise<ConformanceResponse> {
  const { protocol, hostname, port } = new URL(origin);
  const request = protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = {
      // Only URLs put an IPv6 address in brackets.
      host: hostname.replace(/^\[|\]$/g, ""),
      port,
      path: asked.path,
      method: asked.method,
      headers: {
        ...asked.headers,
        ...(asked.body === null ? {} : { "content-length": Buffer.byteLength(asked.body) }),
      },
      agent: false as const,
      timeout: timeoutMilliseconds,
    };
    const sent = request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          asked,
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(pieces),
          at: Date.now(),
        }),
      );
    });
    sent.once("timeout", () => sent.destroy(new Error(`no response within ${timeoutMilliseconds / 1000} s`)));
    sent.once("error", reject);
    sent.end(asked.body ?? undefined);
  });
}

/** `GET /api/shows`, for messages. */
export function requestName({ asked: { method, path } }: ConformanceResponse): string {
  return `${method} ${path.length > 80 ? `${path.slice(0, 77)}…` : path}`;
}

/** The decompressed body. */
export function decodedBody({ headers, bytes }: ConformanceResponse): Buffer {
  const coding = headers["content-encoding"];
  if (coding === "br") return brotliDecompressSync(bytes);
  return coding === "gzip" ? gunzipSync(bytes) : bytes;
}

export function responseText(answer: ConformanceResponse): string {
  return decodedBody(answer).toString("utf8");
}

/** @throws SyntaxError when the body is not JSON. */
export function responseJson(answer: ConformanceResponse): unknown {
  return JSON.parse(responseText(answer)) as unknown;
}

/** One header as text; null when it is absent. */
export function header({ headers }: ConformanceResponse, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return value === undefined ? null : String(value);
}
