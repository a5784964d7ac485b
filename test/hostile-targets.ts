/** Bytes that no usual client sends, and what the service responds. */
export interface HostileRequest {
  sent: string | Buffer | readonly (string | Buffer)[];
  status: number;
  /** The body's `error`; absent for a successful response. */
  error?: string;
  /** Set when the response must have no body. */
  method?: "HEAD";
  /** How many requests are counted; defaults to one. */
  cost?: number;
}

/** The statuses and errors that these requests get. */
export const hostileOutcomes = {
  badRequest: { status: 400, error: "Bad request" },
  invalidKey: { status: 401, error: "Invalid API key" },
  notFound: { status: 404, error: "Not found" },
  noShow: { status: 404, error: "Show not found" },
  notAllowed: { status: 405, error: "Method not allowed" },
  failedExpectation: { status: 417, error: "Expectation failed" },
  tooLarge: { status: 431, error: "Request header fields too large" },
  fine: { status: 200 },
} as const;

/** A complete request. @param line the request line without the version. */
export function rawRequest(line: string, ...fields: string[]): string {
  return `${line} HTTP/1.1\r\n${["Host: localhost", ...fields].join("\r\n")}\r\n\r\n`;
}

const ask = rawRequest;
const { badRequest, notFound, noShow, tooLarge, fine } = hostileOutcomes;

/** Unusual request targets. */
export const hostileTargets: Record<string, HostileRequest> = {
  "a path with half a percent escape": { sent: ask("GET /api/shows/%E0%A4%A"), ...badRequest },
  "a path with a percent sign and no digits": { sent: ask("GET /api/shows/%zz"), ...badRequest },
  "a path that ends in a percent sign": { sent: ask("GET /api/%"), ...badRequest },
  "a query with half a percent escape": { sent: ask("GET /api/productions?show_id=%E0%A4"), ...badRequest },
  "a query whose name is broken": { sent: ask("GET /api/productions?%=1&show_id=hamilton"), ...badRequest },
  "overlong UTF-8 for a slash": { sent: ask("GET /api/shows/..%c0%af..%c0%afetc"), ...badRequest },
  "an encoded surrogate": { sent: ask("GET /api/shows/%ED%A0%80"), ...badRequest },
  "bytes that are not UTF-8": { sent: Buffer.from(ask("GET /api/shows/\xff\xfe"), "latin1"), ...badRequest },
  "UTF-8 without percent-encoding": { sent: Buffer.from(ask("GET /api/shows/é"), "utf8"), ...badRequest },
  "an encoded NUL": { sent: ask("GET /api/shows/%00"), ...noShow },
  "SQL as an id": { sent: ask("GET /api/shows/'%20OR%201=1;--"), ...noShow },
  "a path of 8,000 characters": { sent: ask(`GET /api/shows/${"a".repeat(8000)}`), ...noShow },
  "a path above the header limit": { sent: ask(`GET /api/shows/${"a".repeat(20_000)}`), ...tooLarge },
  "two thousand query parameters": { sent: ask(`GET /api/shows?${"a=1&".repeat(2000)}`), ...fine },
  "two thousand filters": { sent: ask(`GET /api/productions?${"show_id&".repeat(1500)}`), ...fine },
  "a fragment": { sent: ask("GET /api/shows#fragment"), ...fine },
  "path parameters": { sent: ask("GET /api/shows;v=1"), ...notFound },
  "path parameters after a slash": { sent: ask("GET /api/shows/;v=1"), ...noShow },
  "two slashes within": { sent: ask("GET /api//shows"), ...notFound },
  "dot segments": { sent: ask("GET /api/../api/./shows"), ...fine },
  "dot segments that leave the root": { sent: ask("GET /../../../api/shows"), ...fine },
  "encoded dot segments": { sent: ask("GET /x/%2e%2E/api/shows"), ...fine },
  "dot segments at the end": { sent: ask("GET /api/shows/x/.."), ...fine },
  "an encoded letter": { sent: ask("GET /%61pi/sho%77s"), ...fine },
  "an encoded slash before a list": { sent: ask("GET /api/%2Fshows"), ...notFound },
  "an encoded slash in the name of a path": { sent: ask("GET /api/health%2Fready"), ...notFound },
  "an encoded slash after a list": { sent: ask("GET /api/shows%2Fhamilton"), ...notFound },
  "a backslash": { sent: ask("GET /api\\shows"), status: 200, cost: 0 },
  "`/api` itself": { sent: ask("GET /api"), ...notFound },
  "`/api` with a query": { sent: ask("GET /api?/shows"), ...notFound },
  "a segment too many": { sent: ask("GET /api/shows/hamilton/cast"), ...notFound },
  "a prototype's name": { sent: ask("GET /api/__proto__"), ...notFound },
};
