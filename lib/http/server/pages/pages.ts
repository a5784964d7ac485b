import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { HttpRequest, Route } from "../../route.ts";
import { isByHttps } from "../../request.ts";
import type { Clock } from "../../../core/clock.ts";
import type { Env } from "../../../settings/env.ts";
import type { ConcurrencyLimit, LimitedWork } from "../../../core/concurrency-limit.ts";
import { AppError } from "../../../core/errors.ts";
import { log } from "../../../core/log.ts";
import { sendResponse } from "../node-adapter.ts";
import { withNodeResponse } from "../../before-next.ts";
import { addBaseHeaders, failureResult, createResponse } from "../../respond.ts";
import { whileRendering } from "./async-contexts.ts";
import type { CacheablePage, PageCache } from "./page-cache.ts";
import { contentSecurityPolicy, newNonce, pageHeaders, pageQuery, pageQueryHeader } from "./page-headers.ts";
import { isAsset, type PageLimits } from "./page-limits.ts";
import {
  renderPage,
  toResponse,
  type AnyPage,
  type NextHandler,
  type PagePlaceholders,
  type RenderedPage,
} from "../rendered-page.ts";
// Written for next 16.4.6, which it reaches into: check it with each other version.
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

/** A request for a page, with what serves it. */
interface PageToServe {
  request: HttpRequest;
  nodeRequest: IncomingMessage;
  nodeResponse: ServerResponse;
  nextHandler: NextHandler;
  id: string;
  settings: Pick<Env, "NODE_ENV" | "CLIENT_ADDRESS">;
  now: Clock;
  cache: PageCache;
  limits: PageLimits;
  address: string;
}

/** How long a refusal is kept back. Clients that try again at once would take the processor with nothing but refusals. */
const refusalMilliseconds = 1_000;

/** Next's internal headers, which Next would trust from a client. */
const nextInternals = /^(x-middleware-|x-nextjs-|x-invoke-|x-now-|x-vercel-|x-matched-path$|x-forwarded-)/;
/** By these the development server finds the websocket for the rest of what it renders; without, the page waits for ever. */
const developmentIds = /^x-nextjs-(html-)?request-id$/;

/** Responds to a request outside `/api`, from the page cache or with Next. */
export function servePage(context: PageToServe): void {
  const { request, nodeRequest, nodeResponse, id, settings } = context;
  const isSecure = prepareForNext(context);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const pass = () => passToNext(context);
  if (isRead && isAsset(request)) {
    void pass();
    return;
  }
  const isDevelopment = settings.NODE_ENV === "development";
  const values = { nonce: protect(nodeRequest, nodeResponse, { isSecure, isDevelopment }), id };
  if (!isRead) {
    sendRefusal(context, new AppError("method_not_allowed", { headers: { Allow: "GET, HEAD" } }));
    return;
  }
  // The notice costs as much as a refusal, so it takes nothing from the pages that an address may load in this minute.
  if (context.nextHandler.isReady?.() === false) {
    void pass();
    return;
  }
  // Next's development server streams its pages.
  if (isDevelopment) {
    runWithinLimit(context, context.limits.signedIn, pass);
    return;
  }
  try {
    if (context.cache.isSignedIn(request))
      runWithinLimit(context, context.limits.signedIn, () => sendPage(context, values, () => render(context, values)));
    else serveSharedPage(context, values, context.cache.cacheable(request, isSecure));
  } catch (error) {
    failPage(error, nodeResponse, id);
  }
}

/** Sends a page to a reader who is not signed in: from the cache, or else rendered within a tighter limit. */
function serveSharedPage(context: PageToServe, values: PagePlaceholders, page: CacheablePage | null): void {
  const { cache, limits } = context;
  if (page === null) {
    renderShared(context, values, null);
    return;
  }
  runWithinLimit(
    context,
    limits.cached,
    async () => {
      const found = await cache.find(page);
      if (found) await sendPage(context, values, async () => found);
      else renderShared(context, values, page);
    },
    refusalMilliseconds,
  );
}

function renderShared(context: PageToServe, values: PagePlaceholders, page: CacheablePage | null): void {
  const { cache, limits, address } = context;
  const limit = page?.kind === "picture" ? limits.drawn : limits.rendered;
  const count = () => limits.countRender(address);
  const make = async () => {
    if (page !== null) return cache.page(page, count);
    count();
    return render(context, values);
  };
  runWithinLimit(context, limit, () => sendPage(context, values, make), refusalMilliseconds);
}

function render({ request, nodeRequest, nextHandler }: PageToServe, values: PagePlaceholders): Promise<RenderedPage> {
  return renderPage(nextHandler, request.target.href, nodeRequest.headers, values);
}

/** Sends the page that `make` returns, with the response's nonce and id. @throws AppError for a refused reader. */
async function sendPage(context: PageToServe, values: PagePlaceholders, make: () => Promise<AnyPage>): Promise<void> {
  const { request, nodeRequest, nodeResponse, id } = context;
  try {
    sendResponse(nodeRequest, nodeResponse, await toResponse(await make(), request, values));
  } catch (error) {
    if (error instanceof AppError) throw error;
    failPage(error, nodeResponse, id);
  }
}

/** Runs `work` as the limit permits, or responds with a 503. @param delay how long that is kept back, in milliseconds. */
function runWithinLimit(context: PageToServe, limit: ConcurrencyLimit, work: LimitedWork<void>, delay = 0): void {
  const { address, request, nodeResponse } = context;
  const isGone = () => nodeResponse.closed || request.isGone();
  limit.run(address, isGone, work).catch(async (error: unknown) => {
    if (delay > 0) await setTimeout(delay);
    if (!nodeResponse.closed) sendRefusal(context, error);
  });
}

/** Pages have no route of their own, and no other origin may read a refusal. */
const pages: Route = { path: "", isMetered: false, isPrivate: true, operations: {} };

/** Responds with an error instead of passing the request to Next; headers already set on the response stay. */
function sendRefusal({ request, nodeRequest, nodeResponse, id, now }: PageToServe, error: unknown): void {
  const result = failureResult(error, id);
  void Promise.resolve(createResponse({ request, id, route: pages, result, admission: null, now: now() })).then(
    (response) => sendResponse(nodeRequest, nodeResponse, response),
  );
}

/** Removes headers that Next would trust, and sets those that it needs. @returns whether the client used HTTPS. */
function prepareForNext({ request, nodeRequest, nodeResponse, id, settings }: PageToServe): boolean {
  const isSecure = isByHttps(request.header("x-forwarded-proto"), settings.CLIENT_ADDRESS);
  const isDevelopment = settings.NODE_ENV === "development";
  for (const name of Object.keys(nodeRequest.headers)) {
    if (nextInternals.test(name) && !(isDevelopment && developmentIds.test(name))) delete nodeRequest.headers[name];
  }
  dropUnreadableRouterState(nodeRequest);
  nodeRequest.url = request.target.href.replaceAll("\\", "%5C");
  nodeRequest.headers[pageQueryHeader] = pageQuery(request.target.search);
  nodeRequest.headers["x-forwarded-proto"] = isSecure ? "https" : "http";
  // The error page shows this id.
  nodeRequest.headers["x-request-id"] = id;
  nodeResponse.setHeaders(new Map(Object.entries(addBaseHeaders({}, id))));
  return isSecure;
}

const routerState = "next-router-state-tree";

/** Drops what Next's client shows already, if Next can't parse it: a whole page then, in place of a 500. */
export function dropUnreadableRouterState({ headers }: Pick<IncomingMessage, "headers">): void {
  try {
    parseAndValidateFlightRouterState(headers[routerState]);
  } catch {
    delete headers[routerState];
  }
}

async function passToNext({ nodeRequest, nodeResponse, nextHandler, id }: PageToServe): Promise<void> {
  const serve = () => withNodeResponse(nodeResponse, () => nextHandler(nodeRequest, nodeResponse));
  await whileRendering(serve).catch((error: unknown) => failPage(error, nodeResponse, id));
}

function failPage(error: unknown, nodeResponse: ServerResponse, id: string): void {
  log.error({ err: error, request_id: id }, "A page failed.");
  nodeResponse.destroy();
}

/** Sets the security headers, also of the request, where Next finds the nonce for its scripts. @returns the nonce. */
function protect(
  nodeRequest: IncomingMessage,
  nodeResponse: ServerResponse,
  options: { isSecure: boolean; isDevelopment: boolean },
): string {
  const nonce = newNonce();
  const policy = contentSecurityPolicy({ nonce, ...options });
  delete nodeRequest.headers["content-security-policy-report-only"];
  nodeRequest.headers["content-security-policy"] = policy;
  nodeResponse.setHeaders(new Map(Object.entries(pageHeaders(policy, options.isSecure))));
  return nonce;
}
