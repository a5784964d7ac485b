import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import inject from "light-my-request";
import { LRUCache } from "lru-cache";
import type { Call, Reply } from "../http/call.ts";
import { chooseCoding } from "../http/negotiate.ts";
import { Body } from "../snapshots/body.ts";
import { dayInLondon } from "../dates.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { contentSecurityPolicy } from "./page-headers.ts";

/** Next's request handler. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A page as Next made it. Each answer has a nonce and an id of its own in the place of these. */
interface CachedPage {
  status: number;
  headers: Record<string, string>;
  text: string;
  nonce: string;
  id: string;
}

/** Two themes chosen and one not, four languages, and the pages that there are, with room to spare. */
const maxPages = 200;

/** Cookies that a page looks different by; the values are few. */
const choices = /(?<=^|;\s*)(?:theme=(?:light|dark|system)|language=[a-z]{1,20})(?=;|$)/g;
const session = /next-auth\.session-token/;
/** By which Next's part in the browser asks for a piece of a page. */
const piecewise = [
  "rsc",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-action",
];

/**
 * Pages for readers who are not signed in, kept for one version of the data and one day in London: to
 * make one takes the event loop as long as hundreds of reads do. Made once, however many ask meanwhile.
 */
export class PageCache {
  readonly #pages: Pages;
  readonly #infrastructure: Infrastructure;
  #stamp = "";
  readonly #kept = new LRUCache<string, Promise<CachedPage>>({ max: maxPages });

  constructor(pages: Pages, infrastructure: Infrastructure) {
    this.#pages = pages;
    this.#infrastructure = infrastructure;
  }

  /** The name of what would answer the call; null where the page is the reader's own, or is not asked for whole. */
  nameOf(call: Call, isSecure: boolean): string | null {
    const cookie = call.header("cookie") ?? "";
    if (call.target.search !== "" || session.test(cookie)) return null;
    if (piecewise.some((name) => call.header(name) !== undefined)) return null;
    return JSON.stringify([call.target.href, call.header("host") ?? "", isSecure, cookie.match(choices)?.sort()]);
  }

  /**
   * What Next makes of the call for a reader with no other cookies. It is kept when it is a page that many will ask for,
   * and while it is known whether the data has changed.
   */
  async page(name: string, call: Call, isSecure: boolean): Promise<CachedPage> {
    await this.#dropOutdated();
    const kept = this.#kept;
    const page = kept.get(name) ?? this.#render(call, isSecure);
    kept.set(name, page);
    const forget = () => kept.peek(name) === page && kept.delete(name);
    page.then(({ status }) => status === 200 || forget(), forget);
    return page;
  }

  async #dropOutdated(): Promise<void> {
    const versions = await this.#infrastructure.readVersions();
    const stamp = versions === null ? "" : `${versions.data} ${dayInLondon(this.#infrastructure.now())}`;
    if (stamp !== this.#stamp || stamp === "") this.#kept.clear();
    this.#stamp = stamp;
  }

  async #render(call: Call, isSecure: boolean): Promise<CachedPage> {
    const marks = { nonce: `nonce${randomUUID()}`, id: randomUUID() };
    const made = await inject((request, response) => void this.#pages(request, response), {
      method: "GET",
      url: call.target.href,
      headers: {
        host: call.header("host") ?? "",
        "user-agent": "",
        "x-forwarded-proto": isSecure ? "https" : "http",
        "x-request-id": marks.id,
        "content-security-policy": contentSecurityPolicy({ nonce: marks.nonce, isSecure, isDevelopment: false }),
        cookie: (call.header("cookie")?.match(choices) ?? []).join("; "),
      },
    });
    return { status: made.statusCode, headers: endToEnd(made.headers), text: made.payload, ...marks };
  }
}

/** The answer to one reader. */
export async function replyWith(page: CachedPage, call: Call, own: { nonce: string; id: string }): Promise<Reply> {
  const owned = (text: string) => text.replaceAll(page.nonce, own.nonce).replaceAll(page.id, own.id);
  const content = new Body(owned(page.text));
  const coding = chooseCoding(call.header("accept-encoding"), content);
  const bytes = await content.bytes(coding);
  const headers: Record<string, string> = { "content-length": String(bytes.length) };
  for (const [name, value] of Object.entries(page.headers)) headers[name] = owned(value);
  if (coding !== "identity") headers["content-encoding"] = coding;
  return { status: page.status, headers, body: call.method === "HEAD" ? null : bytes };
}

/** What is said of the page, not of its transport. */
function endToEnd(headers: OutgoingHttpHeaders): Record<string, string> {
  const dropped = ["connection", "content-length", "date", "etag", "keep-alive", "transfer-encoding", "x-request-id"];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      dropped.includes(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
