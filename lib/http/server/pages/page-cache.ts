import "server-only";
// Written for next 16.4.6, which it reaches into: check it with each other version.
import { createHash, randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { HttpRequest } from "../../route.ts";
import { PageNotes, renderedPage } from "../../../catalogue/page-notes.ts";
import { dayInLondon } from "../../../core/dates.ts";
import { languages } from "../../../docs/code/example-code.browser.ts";
import { pageHosts } from "../../service-origin.ts";
import type { Infrastructure } from "../../../infrastructure.ts";
import { cachedPath, isPublicPage } from "./parameters.ts";
import { contentSecurityPolicy } from "./page-headers.ts";
import { renderPage, toCachedPage, type CachedPage, type NextHandler, type RenderedPage } from "../rendered-page.ts";

/** Everything that a page for signed-out readers depends on, besides the data. */
export interface CacheablePage {
  key: string;
  kind: PageKind;
  path: string;
  host: string;
  isSecure: boolean;
  /** The reader's choice of theme and language. */
  cookie: string;
}

interface KeptPage {
  page: Promise<CachedPage>;
  /** Null until it is. */
  rendered: CachedPage | null;
  readonly notes: PageNotes;
  /** The day in London when its rendering began. */
  readonly day: string;
}

/** Public pages are many, and those with parameters countless: they displace only each other. */
type PageKind = keyof typeof maxPages;

/** Of the others, enough for all in every combination of theme and language. */
const maxPages = { other: 200, public: 600, question: 200, picture: 200 };

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
  readonly #hostOf: ReturnType<typeof pageHosts>;
  readonly #kept: Readonly<Record<PageKind, LRUCache<string, KeptPage>>> = {
    other: new LRUCache({ max: maxPages.other }),
    public: new LRUCache({ max: maxPages.public }),
    question: new LRUCache({ max: maxPages.question }),
    picture: new LRUCache({ max: maxPages.picture }),
  };

  constructor(nextHandler: NextHandler, infrastructure: Infrastructure) {
    this.#nextHandler = nextHandler;
    this.#infrastructure = infrastructure;
    this.#hostOf = pageHosts(infrastructure.settings);
  }

  /** Whether the reader may be signed in. A forged cookie is none. */
  isSignedIn(request: HttpRequest): boolean {
    return this.#infrastructure.readSession.hasToken(request.header("cookie"));
  }

  /** A page for readers who are not signed in; null for one that depends on the query, and for a part of a page. */
  cacheable(request: HttpRequest, isSecure: boolean): CacheablePage | null {
    if (partialPageHeaders.some((name) => request.header(name) !== undefined)) return null;
    const path = cachedPath(request.target);
    if (path === null) return null;
    const host = this.#hostOf(request);
    const cookie = request.header("cookie") ?? "";
    const chosen = appearanceCookies.flatMap((choice) => choice.exec(cookie)?.[0] ?? []).join("; ");
    const key = JSON.stringify([path, host, isSecure, chosen]);
    return { key, kind: kindOf(request.target.segments, path), path, host, isSecure, cookie: chosen };
  }

  /** The page, if it is rendered already. */
  async find(cacheable: CacheablePage): Promise<CachedPage | null> {
    return (await this.#current(cacheable, await this.#version()))?.rendered ?? null;
  }

  /**
   * Returns the page from the cache, or renders it without any other cookies. It stays cached only with status 200.
   *
   * @param count counts a rendering; it throws when the reader may have no more.
   */
  async page(cacheable: CacheablePage, count: () => void): Promise<CachedPage> {
    const version = await this.#version();
    const begun = await this.#current(cacheable, version);
    if (begun) {
      const page = await begun.page;
      // A read that was under way may have returned what has been changed since.
      if (await this.#isCurrent(begun, version)) return page;
    }
    const later = this.#kept[cacheable.kind].get(cacheable.key);
    if (later && later !== begun) return later.page;
    count();
    return this.#begin(cacheable, version).page;
  }

  #begin(cacheable: CacheablePage, version: number | null): KeptPage {
    const notes = new PageNotes(version);
    const day = dayInLondon(this.#infrastructure.now());
    const entry: KeptPage = {
      page: renderedPage.run(notes, () => this.#render(cacheable)),
      rendered: null,
      notes,
      day,
    };
    this.#kept[cacheable.kind].set(cacheable.key, entry);
    const forget = () => this.#forget(cacheable, entry);
    entry.page.then((page) => (page.status === 200 ? (entry.rendered = page) : forget()), forget);
    return entry;
  }

  /** The version of the data; null while it is unknown. */
  async #version(): Promise<number | null> {
    return (await this.#infrastructure.readVersions())?.data ?? null;
  }

  /** The page of this version, or its rendering if that has read nothing older yet. */
  async #current(cacheable: CacheablePage, version: number | null): Promise<KeptPage | null> {
    const entry = this.#kept[cacheable.kind].get(cacheable.key);
    if (!entry || (await this.#isCurrent(entry, version))) return entry ?? null;
    this.#forget(cacheable, entry);
    return null;
  }

  async #isCurrent({ notes, day }: KeptPage, version: number | null): Promise<boolean> {
    const { catalogue, now } = this.#infrastructure;
    return day === dayInLondon(now()) && (await notes.isCurrent(catalogue, version));
  }

  #forget({ kind, key }: CacheablePage, entry: KeptPage): void {
    if (this.#kept[kind].peek(key) === entry) this.#kept[kind].delete(key);
  }

  async #render({ path, kind, host, isSecure, cookie }: CacheablePage): Promise<CachedPage> {
    const placeholders = { nonce: `nonce${randomUUID()}`, id: randomUUID() };
    const headers = {
      host,
      "user-agent": "",
      "x-forwarded-proto": isSecure ? "https" : "http",
      "x-request-id": placeholders.id,
      "content-security-policy": contentSecurityPolicy({ nonce: placeholders.nonce, isSecure, isDevelopment: false }),
      cookie,
    };
    const page = await renderPage(this.#nextHandler, path, headers, placeholders);
    return toCachedPage(kind === "other" ? page : withoutReact(page, isSecure));
  }
}

function kindOf(segments: readonly string[], path: string): PageKind {
  if (!isPublicPage(segments)) return "other";
  if (segments.at(-1) === "opengraph-image") return "picture";
  return path.includes("?") ? "question" : "public";
}

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const preloadedScript = /<link\b[^>]*\brel="(?:module)?preload"[^>]*\bas="script"[^>]*>/g;
/** The statuses of pages that Next renders whole. */
const whole: ReadonlySet<number> = new Set([200, 400, 404]);

/**
 * A public page without the scripts and the data with which React would take it over. It keeps its own script, which the
 * policy then allows by its hash, and nothing in it depends on the response, so that all readers get the same bytes;
 * the page of an unknown address shows the id of its response.
 */
export function withoutReact(page: RenderedPage, isSecure: boolean): RenderedPage {
  // Next's scripts complete what it could not render whole.
  if (!whole.has(page.status) || page.bytes.includes('id="__next_error__"')) return page;
  const { nonce } = page.placeholders;
  if (!/^text\/html/.test(String(page.headers["content-type"]))) return page;
  const hashes: string[] = [];
  const html = page.bytes
    .toString()
    .replace(preloadedScript, "")
    .replace(script, (all, attributes: string, text: string) => {
      if (attributes.includes('type="application/ld+json"')) return all;
      if (!attributes.includes("data-page-script")) return "";
      hashes.push(createHash("sha256").update(text).digest("base64"));
      return all;
    })
    .replaceAll(` nonce="${nonce}"`, "");
  const policy = contentSecurityPolicy({ nonce, isSecure, isDevelopment: false, hashes });
  return {
    ...page,
    bytes: Buffer.from(html),
    headers: { ...page.headers, "content-security-policy": policy },
  };
}
