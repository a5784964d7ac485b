import { request as requestHttp, type IncomingHttpHeaders } from "node:http";
import { request as requestHttps } from "node:https";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** On whose day a request is counted: that of the key (or of the address where there is none), of the address, of the staff's account. */
export type Payer = "caller" | "address" | "account";

export interface ConformanceRequest {
  method: string;
  /** As it is sent: nothing is encoded or resolved. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** `key`: a key that the run made. */
  by: Payer | "key";
}

/** An answer as it came: nothing is decoded, no redirect followed. */
export interface ConformanceResponse {
  asked: ConformanceRequest;
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** Milliseconds since 1970 when it was complete. */
  at: number;
}

export interface Client {
  readonly origin: string;
  readonly hasKey: boolean;
  /** All answers so far, in their order. */
  readonly answers: readonly ConformanceResponse[];
  /** Sent with what the staff's account asks; null while nobody is signed in. */
  cookie: string | null;
  /** While it stands, whatever is asked is refused with it. */
  interruption: Error | null;
  get(path: string, headers?: Record<string, string>): Promise<ConformanceResponse>;
  send(path: string, how?: Partial<Omit<ConformanceRequest, "path">>): Promise<ConformanceResponse>;
}

const timeoutMilliseconds = 30_000;

/** @param key undefined for a caller without one. */
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

/** A connection for each: some of what is asked ends the connection it came by. */
function exchange(origin: string, asked: ConformanceRequest): Promise<ConformanceResponse> {
  const { protocol, hostname, port } = new URL(origin);
  const request = protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = {
      // A literal IPv6 address stands in brackets only in URLs.
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
    sent.once("timeout", () => sent.destroy(new Error(`no answer within ${timeoutMilliseconds / 1000} s`)));
    sent.once("error", reject);
    sent.end(asked.body ?? undefined);
  });
}

/** `GET /api/shows`, for people. */
export function requestName({ asked: { method, path } }: ConformanceResponse): string {
  return `${method} ${path.length > 80 ? `${path.slice(0, 77)}…` : path}`;
}

/** The body without its coding. */
export function decodedBody({ headers, bytes }: ConformanceResponse): Buffer {
  const coding = headers["content-encoding"];
  if (coding === "br") return brotliDecompressSync(bytes);
  return coding === "gzip" ? gunzipSync(bytes) : bytes;
}

export function responseText(answer: ConformanceResponse): string {
  return decodedBody(answer).toString("utf8");
}

/** @throws SyntaxError where the body is no JSON. */
export function responseJson(answer: ConformanceResponse): unknown {
  return JSON.parse(responseText(answer)) as unknown;
}

/** One header as text; null where it is absent. */
export function header({ headers }: ConformanceResponse, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return value === undefined ? null : String(value);
}
