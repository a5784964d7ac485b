import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Call, Reply } from "../http/call.ts";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { sendReply } from "./node-call.ts";
import { whatIsTold } from "../http/respond.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import { makePage, replyWith, type PageCache, type Pages } from "./page-cache.ts";
import { contentSecurityPolicy, isByHttps, newNonce, pageHeaders } from "./page-headers.ts";
import { dropUnreadableRouterState } from "./router-state.ts";

export interface PageRequest {
  call: Call;
  request: IncomingMessage;
  response: ServerResponse;
  pages: Pages;
  id: string;
  settings: Pick<Env, "NODE_ENV" | "TRUSTED_PROXY_HOPS">;
}

/** A request that is worked on while there is room for its address, and for all. */
type LimitedRequest = Pick<PageRequest, "request" | "response" | "id"> & { limit: ConcurrencyLimit; address: string };

/** Headers by which Next's parts speak with each other; from outside they would be believed. */
const nextsOwn = /^(x-middleware-|x-nextjs-|x-invoke-|x-now-|x-vercel-|x-matched-path$|x-forwarded-)/;

/** Answers a request for a page: from the cache, or by Next, asked as a browser would have. */
export function servePage(asked: PageRequest & { cache: PageCache; limit: ConcurrencyLimit; address: string }): void {
  const { call, request, response, pages, id, settings, cache } = asked;
  if (call.method !== "GET" && call.method !== "HEAD") {
    // Pages are only read.
    sendReply(request, response, refusal(new AppError("method_not_allowed", { headers: { Allow: "GET, HEAD" } }), id));
    return;
  }
  const isSecure = makeReady({ call, request, response, id, settings });
  if (isAsset(call)) {
    void handOver({ request, response, pages, id });
    return;
  }
  const isDevelopment = settings.NODE_ENV === "development";
  const own = { nonce: protect(request, response, { isSecure, isDevelopment }), id };
  const name = cache.nameOf(call, isSecure);
  whenThereIsRoom(asked, async () => {
    // Next's development server sends as it makes.
    if (isDevelopment) return handOver({ request, response, pages, id });
    try {
      const page =
        name === null
          ? await makePage(pages, call.target.href, request.headers, own)
          : await cache.page(name, call, isSecure);
      sendReply(request, response, await replyWith(page, call, own));
    } catch (error) {
      failPage(error, response, id);
    }
  });
}

/** Calls `work` now or soon, or answers that too much is asked for at once. */
export function whenThereIsRoom(
  { limit, address, request, response, id }: LimitedRequest,
  work: () => Promise<void>,
): void {
  try {
    limit.run(address, response, work);
  } catch (error) {
    sendReply(request, response, refusal(whatIsTold(error, id), id));
  }
}

/** Takes out of a request what Next would believe, and says how it came. @returns whether that was by https. */
export function makeReady({ call, request, response, id, settings }: Omit<PageRequest, "pages">): boolean {
  const isSecure = isByHttps(call.header("x-forwarded-proto"), settings.TRUSTED_PROXY_HOPS);
  for (const name of Object.keys(request.headers)) {
    if (nextsOwn.test(name)) delete request.headers[name];
  }
  dropUnreadableRouterState(request);
  request.url = call.target.href;
  request.headers["x-forwarded-proto"] = isSecure ? "https" : "http";
  // A page that could not be shown tells its id.
  request.headers["x-request-id"] = id;
  response.setHeader("X-Request-Id", id);
  response.setHeader("X-Content-Type-Options", "nosniff");
  return isSecure;
}

/** Ends when Next is done with it. */
export async function handOver({
  request,
  response,
  pages,
  id,
}: Omit<PageRequest, "call" | "settings">): Promise<void> {
  await pages(request, response).catch((error: unknown) => failPage(error, response, id));
}

function failPage(error: unknown, response: ServerResponse, id: string): void {
  log.error({ err: error, request_id: id }, "A page failed.");
  response.destroy();
}

/** Files that a page is made of, which Next lets be kept for ever. */
export function isAsset({ target }: Call): boolean {
  return target.segments[0] === "_next" && target.segments[1] === "static";
}

/**
 * Next finds the nonce in the request's policy and puts it on its scripts; what a client sent there is overwritten.
 *
 * @returns the nonce.
 */
function protect(
  request: IncomingMessage,
  response: ServerResponse,
  door: { isSecure: boolean; isDevelopment: boolean },
): string {
  const nonce = newNonce();
  const policy = contentSecurityPolicy({ nonce, ...door });
  delete request.headers["content-security-policy-report-only"];
  request.headers["content-security-policy"] = policy;
  for (const [name, value] of Object.entries(pageHeaders(policy, door.isSecure))) response.setHeader(name, value);
  return nonce;
}

/** What is answered in Next's stead. */
export function refusal({ status, body, details }: AppError, id: string): Reply {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(bytes.length),
    "Cache-Control": "no-store",
    ...details.headers,
    "X-Request-Id": id,
  };
  return { status, headers, body: bytes };
}
