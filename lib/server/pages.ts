import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Call } from "../http/route.ts";
import type { Clock } from "../clock.ts";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { sendReply } from "./node-adapter.ts";
import { addBaseHeaders, failure, finish } from "../http/respond.ts";
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
  now: Clock;
}

type Refusable = Pick<PageRequest, "call" | "request" | "response" | "id" | "now">;

/** A request that is worked on while there is room for its address, and for all. */
type LimitedRequest = Refusable & { limit: ConcurrencyLimit; address: string };

/** Headers by which Next's parts speak with each other; from outside they would be believed. */
const nextsOwn = /^(x-middleware-|x-nextjs-|x-invoke-|x-now-|x-vercel-|x-matched-path$|x-forwarded-)/;

/** Answers a request for a page: from the cache, or by Next, asked as a browser would have. */
export function servePage(asked: PageRequest & { cache: PageCache; limit: ConcurrencyLimit; address: string }): void {
  const { call, request, response, pages, id, settings, cache } = asked;
  const isSecure = makeReady({ call, request, response, id, settings });
  const isRead = call.method === "GET" || call.method === "HEAD";
  if (isRead && isAsset(call)) {
    void handOver({ request, response, pages, id });
    return;
  }
  const isDevelopment = settings.NODE_ENV === "development";
  const own = { nonce: protect(request, response, { isSecure, isDevelopment }), id };
  if (!isRead) {
    refuse(asked, new AppError("method_not_allowed", { headers: { Allow: "GET, HEAD" } }));
    return;
  }
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
export function whenThereIsRoom(asked: LimitedRequest, work: () => Promise<void>): void {
  try {
    asked.limit.run(asked.address, asked.response, work);
  } catch (error) {
    refuse(asked, error);
  }
}

/** Answers in Next's stead, with the headers that stand on the response already. */
export function refuse({ call, request, response, id, now }: Refusable, error: unknown): void {
  const answer = failure(error, id);
  void Promise.resolve(finish({ call, id, isPrivate: true, answer, admission: null, now: now() })).then((reply) =>
    sendReply(request, response, reply),
  );
}

/** Takes out of a request what Next would believe, and says how it came. @returns whether that was by https. */
export function makeReady({ call, request, response, id, settings }: Omit<PageRequest, "pages" | "now">): boolean {
  const isSecure = isByHttps(call.header("x-forwarded-proto"), settings.TRUSTED_PROXY_HOPS);
  for (const name of Object.keys(request.headers)) {
    if (nextsOwn.test(name)) delete request.headers[name];
  }
  dropUnreadableRouterState(request);
  request.url = call.target.href;
  request.headers["x-forwarded-proto"] = isSecure ? "https" : "http";
  // A page that could not be shown tells its id.
  request.headers["x-request-id"] = id;
  setHeaders(response, addBaseHeaders({}, id));
  return isSecure;
}

/** Ends when Next is done with it. */
export async function handOver({
  request,
  response,
  pages,
  id,
}: Omit<PageRequest, "call" | "settings" | "now">): Promise<void> {
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
  setHeaders(response, pageHeaders(policy, door.isSecure));
  return nonce;
}

export function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
