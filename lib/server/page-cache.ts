import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import inject, { type DispatchFunc, type Response as MadeResponse } from "light-my-request";
import { LRUCache } from "lru-cache";
import type { HttpRequest, HttpResponse } from "../http/route.ts";
import { chooseCoding, Representation } from "../snapshots/representation.ts";
import { hasSessionToken } from "../auth/session-cookie.ts";
import { PageNotes, renderedPage } from "../catalogue/page-notes.ts";
import { dayInLondon } from "../dates.ts";
import { languages } from "../docs/code/schema.ts";
import { requestedOrigin } from "../http/service-origin.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { queryFreePath } from "./known-parameters.ts";
import { contentSecurityPolicy } from "./page-headers.ts";

/** Next's request handler. */
export type NextHandler = (nodeRequest: IncomingMessage, nodeResponse: ServerResponse) => Promise<void>;

/** A complete page as Next rendered it. */
export interface RenderedPage {
  status: number;
  headers: OutgoingHttpHeaders;
  bytes: Buffer;
  /** Placeholders in the page for the nonce and the id of each response. */
  placeholders: PagePlaceholders;
}

interface PagePlaceholders {
  nonce: string;
  id: string;
}

/** Everything that a page for signed-out readers depends on, besides the data. */
export interface CacheablePage {
  key: string;
  path: string;
  host: string;
  isSecure: boolean;
  /** The reader's choice of theme and language. */
  cookie: string;
}

interface KeptPage {
  page: Promise<RenderedPage>;
  /** Null until it is. */
  rendered: RenderedPage | null;
  readonly notes: PageNotes;
  /** The day in London when its rendering began. */
  readonly day: string;
}

/** Enough for all pages in every combination of theme and language. */
const maxPages = 200;

/** Cookies that change the look of a page, with the values that they can have. */
const appearanceCookies = [
  /(?<=^|;\s*)theme=(?:light|dark|system)(?=;|$)/,
  new RegExp(`(?<=^|;\\s*)language=(?:${languages.map(({ value }) => value).join("|")})(?=;|$)`),
];
/** Headers with which Next's client requests a part of a page. */
const partialPageHeaders = [
  "rsc",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-action",
];

/**
 * Caches pages for visitors who are not signed in, for one day in London and as long as the data that they show is the
 * same, because rendering a page blocks the event loop for as long as a hundred reads. Concurrent requests for a page
 * share one rendering.
 */
export class PageCache {
  readonly #nextHandler: NextHandler;
  readonly #infrastructure: Infrastructure;
  readonly #kept = new LRUCache<string, KeptPage>({ max: maxPages });

  constructor(nextHandler: NextHandler, infrastructure: Infrastructure) {
    this.#nextHandler = nextHandler;
    this.#infrastructure = infrastructure;
  }

  /** Whether the reader may be signed in. A forged cookie is none. */
  async isSignedIn(request: HttpRequest): Promise<boolean> {
    return hasSessionToken(request.header("cookie"), this.#infrastructure.sessionSecret);
  }

  /** A page for readers who are not signed in; null for one that depends on the query, and for a part of a page. */
  cacheable(request: HttpRequest, isSecure: boolean): CacheablePage | null {
    if (partialPageHeaders.some((name) => request.header(name) !== undefined)) return null;
    const path = queryFreePath(request.target);
    if (path === null) return null;
    const { host } = new URL(requestedOrigin(request, this.#infrastructure.settings));
    const cookie = request.header("cookie") ?? "";
    const chosen = appearanceCookies.flatMap((choice) => choice.exec(cookie)?.[0] ?? []).join("; ");
    return { key: JSON.stringify([path, host, isSecure, chosen]), path, host, isSecure, cookie: chosen };
  }

  /** The page, if it is rendered already. */
  async find({ key }: CacheablePage): Promise<RenderedPage | null> {
    return (await this.#current(key, await this.#version()))?.rendered ?? null;
  }

  /** Returns the page from the cache, or renders it without any other cookies. It stays cached only with status 200. */
  async page(asked: CacheablePage): Promise<RenderedPage> {
    const version = await this.#version();
    const begun = await this.#current(asked.key, version);
    if (begun) {
      const page = await begun.page;
      // A read that was under way may have returned what has been changed since.
      if (await this.#isCurrent(begun, version)) return page;
    }
    const later = this.#kept.get(asked.key);
    if (later && later !== begun) return later.page;
    return this.#begin(asked, version).page;
  }

  #begin(asked: CacheablePage, version: number | null): KeptPage {
    const notes = new PageNotes(version);
    const day = dayInLondon(this.#infrastructure.now());
    const entry: KeptPage = {
      page: renderedPage.run(notes, () => this.#render(asked)),
      rendered: null,
      notes,
      day,
    };
    this.#kept.set(asked.key, entry);
    const forget = () => this.#forget(asked.key, entry);
    entry.page.then((page) => (page.status === 200 ? (entry.rendered = page) : forget()), forget);
    return entry;
  }

  /** The version of the data; null while it is unknown. */
  async #version(): Promise<number | null> {
    return (await this.#infrastructure.readVersions())?.data ?? null;
  }

  /** The page of this version, or its rendering if that has read nothing older yet. */
  async #current(key: string, version: number | null): Promise<KeptPage | null> {
    const entry = this.#kept.get(key);
    if (!entry || (await this.#isCurrent(entry, version))) return entry ?? null;
    this.#forget(key, entry);
    return null;
  }

  async #isCurrent({ notes, day }: KeptPage, version: number | null): Promise<boolean> {
    const { catalogue, now } = this.#infrastructure;
    return day === dayInLondon(now()) && (await notes.isCurrent(catalogue, version));
  }

  #forget(key: string, entry: KeptPage): void {
    if (this.#kept.peek(key) === entry) this.#kept.delete(key);
  }

  #render({ path, host, isSecure, cookie }: CacheablePage): Promise<RenderedPage> {
    const placeholders = { nonce: `nonce${randomUUID()}`, id: randomUUID() };
    const headers = {
      host,
      "user-agent": "",
      "x-forwarded-proto": isSecure ? "https" : "http",
      "x-request-id": placeholders.id,
      "content-security-policy": contentSecurityPolicy({ nonce: placeholders.nonce, isSecure, isDevelopment: false }),
      cookie,
    };
    return renderPage(this.#nextHandler, path, headers, placeholders);
  }
}

/** Has Next render a complete page, independent of the client's connection. */
export async function renderPage(
  nextHandler: NextHandler,
  url: string,
  headers: IncomingHttpHeaders,
  placeholders: PagePlaceholders,
): Promise<RenderedPage> {
  const { "accept-encoding": _ours, ...asked } = headers;
  const made = await new Promise<MadeResponse>((resolve, reject) => {
    const hand: DispatchFunc = (nodeRequest, response) => void nextHandler(nodeRequest, response).catch(reject);
    // Next reads a backslash as a slash, so the page `/api\shows` would be the API's list.
    inject(hand, { method: "GET", url: url.replaceAll("\\", "%5C"), headers: asked }).then(resolve, reject);
  });
  return { status: made.statusCode, headers: made.headers, bytes: made.rawPayload, placeholders };
}

const isText = /^(text\/|application\/(json|xml|javascript|manifest)|image\/svg)/;
/** Headers of Next's response that belong to the transport, or that the server sets itself. */
const dropped = new Set([
  "connection",
  "content-length",
  "date",
  "etag",
  "keep-alive",
  "transfer-encoding",
  "x-request-id",
]);

/** Creates the response for one visitor from a rendered page. */
export async function toResponse(
  { status, headers, bytes, placeholders }: RenderedPage,
  request: HttpRequest,
  own: PagePlaceholders,
): Promise<HttpResponse> {
  const owned = (text: string) => text.replaceAll(placeholders.nonce, own.nonce).replaceAll(placeholders.id, own.id);
  const type = String(headers["content-type"] ?? "");
  const content = new Representation(isText.test(type) ? owned(bytes.toString()) : bytes);
  const coding = isText.test(type) ? chooseCoding(request.header("accept-encoding"), content) : "identity";
  const sent = await content.bytes(coding);
  const told: Record<string, string> = { "content-length": String(sent.length) };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !dropped.has(name)) told[name] = owned(String(value));
  }
  if (coding !== "identity") told["content-encoding"] = coding;
  return { status, headers: told, body: request.method === "HEAD" ? null : sent };
}
