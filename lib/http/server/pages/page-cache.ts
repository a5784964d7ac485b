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
type PageKind = "other" | "public" | "question" | "picture";

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

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Caches pages for visitors who are not signed in, for one day in London and as long as the data that they show is the
 * same, because rendering a page blocks the event loop for as long as a hundred reads. Concurrent requests for a page
 * share one rendering.
 */
export function createPageCache(nextHandler: NextHandler, infrastructure: Infrastructure) {
  const { catalogue, now, readSession, readVersions, settings } = infrastructure;
  const hostOf = pageHosts(settings);
  const kept: Readonly<Record<PageKind, LRUCache<string, KeptPage>>> = {
    // Enough for all of them in every combination of theme and language.
    other: new LRUCache({ max: 200 }),
    public: new LRUCache({ max: 600 }),
    question: new LRUCache({ max: 200 }),
    picture: new LRUCache({ max: 200 }),
  };

  /** The version of the data; null while it is unknown. */
  const currentVersion = async () => (await readVersions())?.data ?? null;

  function forget({ kind, key }: CacheablePage, entry: KeptPage): void {
    if (kept[kind].peek(key) === entry) kept[kind].delete(key);
  }

  async function isCurrent({ notes, day }: KeptPage, version: number | null): Promise<boolean> {
    return day === dayInLondon(now()) && (await notes.isCurrent(catalogue, version));
  }

  /** The page of this version, or its rendering if that has read nothing older yet. */
  async function currentPage(cacheable: CacheablePage, version: number | null): Promise<KeptPage | null> {
    const entry = kept[cacheable.kind].get(cacheable.key);
    if (!entry || (await isCurrent(entry, version))) return entry ?? null;
    forget(cacheable, entry);
    return null;
  }

  function begin(cacheable: CacheablePage, version: number | null): KeptPage {
    const [notes, day] = [new PageNotes(version), dayInLondon(now())];
    const page = renderedPage.run(notes, () => renderCacheable(nextHandler, cacheable));
    const entry: KeptPage = { page, rendered: null, notes, day };
    kept[cacheable.kind].set(cacheable.key, entry);
    const drop = () => forget(cacheable, entry);
    page.then((rendered) => (rendered.status === 200 ? (entry.rendered = rendered) : drop()), drop);
    return entry;
  }

  return {
    /** Whether the reader may be signed in. A forged cookie is none. */
    isSignedIn: (request: HttpRequest) => readSession.hasToken(request.header("cookie")),

    /** A page for readers who are not signed in; null for one that depends on the query, and for a part of a page. */
    cacheable: (request: HttpRequest, isSecure: boolean): CacheablePage | null => {
      if (partialPageHeaders.some((name) => request.header(name) !== undefined)) return null;
      const path = cachedPath(request.target);
      if (path === null) return null;
      const host = hostOf(request);
      const sent = request.header("cookie") ?? "";
      const cookie = appearanceCookies.flatMap((choice) => choice.exec(sent)?.[0] ?? []).join("; ");
      const key = JSON.stringify([path, host, isSecure, cookie]);
      return { key, kind: kindOf(request.target.segments, path), path, host, isSecure, cookie };
    },

    /** The page, if it is rendered already. */
    find: async (cacheable: CacheablePage) => (await currentPage(cacheable, await currentVersion()))?.rendered ?? null,

    /**
     * Returns the page from the cache, or renders it without any other cookies. It stays cached only with status 200.
     *
     * @param count counts a rendering; it throws when the reader may have no more.
     */
    page: async (cacheable: CacheablePage, count: () => void): Promise<CachedPage> => {
      const version = await currentVersion();
      const begun = await currentPage(cacheable, version);
      if (begun) {
        const page = await begun.page;
        // A read that was under way may have returned what has been changed since.
        if (await isCurrent(begun, version)) return page;
      }
      const later = kept[cacheable.kind].get(cacheable.key);
      if (later && later !== begun) return later.page;
      count();
      return begin(cacheable, version).page;
    },
  };
}

async function renderCacheable(
  nextHandler: NextHandler,
  { path, kind, host, isSecure, cookie }: CacheablePage,
): Promise<CachedPage> {
  const placeholders = { nonce: `nonce${randomUUID()}`, id: randomUUID() };
  const headers = {
    host,
    "user-agent": "",
    "x-forwarded-proto": isSecure ? "https" : "http",
    "x-request-id": placeholders.id,
    "content-security-policy": contentSecurityPolicy({ nonce: placeholders.nonce, isSecure, isDevelopment: false }),
    cookie,
  };
  const page = await renderPage(nextHandler, path, headers, placeholders);
  return toCachedPage(kind === "other" ? page : withoutReact(page, isSecure));
}

function kindOf(segments: readonly string[], path: string): PageKind {
  if (!isPublicPage(segments)) return "other";
  if (segments.at(-1) === "opengraph-image") return "picture";
  return path.includes("?") ? "question" : "public";
}

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const preloadedScript = /<link\b[^>]*\brel="(?:module)?preload"[^>]*\bas="script"[^>]*>/g;
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
