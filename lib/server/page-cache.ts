import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import inject, { type DispatchFunc, type Response as MadeResponse } from "light-my-request";
import { LRUCache } from "lru-cache";
import type { Call, Reply } from "../http/route.ts";
import { chooseCoding, Body } from "../snapshots/representation.ts";
import { dayInLondon } from "../dates.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { contentSecurityPolicy } from "./page-headers.ts";

/** Next's request handler. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What Next made of a request for a page, whole. */
export interface MadePage {
  status: number;
  headers: OutgoingHttpHeaders;
  bytes: Buffer;
  /** What stands in the page for each answer's own nonce and id. */
  marks: Marks;
}

interface Marks {
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
  readonly #kept = new LRUCache<string, Promise<MadePage>>({ max: maxPages });

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
  async page(name: string, call: Call, isSecure: boolean): Promise<MadePage> {
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

  #render(call: Call, isSecure: boolean): Promise<MadePage> {
    const marks = { nonce: `nonce${randomUUID()}`, id: randomUUID() };
    const headers = {
      host: call.header("host") ?? "",
      "user-agent": "",
      "x-forwarded-proto": isSecure ? "https" : "http",
      "x-request-id": marks.id,
      "content-security-policy": contentSecurityPolicy({ nonce: marks.nonce, isSecure, isDevelopment: false }),
      cookie: (call.header("cookie")?.match(choices) ?? []).join("; "),
    };
    return makePage(this.#pages, call.target.href, headers, marks);
  }
}

/** Asks Next for a page. It makes the whole of it, whether or not a client is there to read it. */
export async function makePage(
  pages: Pages,
  url: string,
  headers: IncomingHttpHeaders,
  marks: Marks,
): Promise<MadePage> {
  const { "accept-encoding": _ours, ...asked } = headers;
  const made = await new Promise<MadeResponse>((resolve, reject) => {
    const hand: DispatchFunc = (request, response) => void pages(request, response).catch(reject);
    inject(hand, { method: "GET", url, headers: asked }).then(resolve, reject);
  });
  return { status: made.statusCode, headers: made.headers, bytes: made.rawPayload, marks };
}

const isText = /^(text\/|application\/(json|xml|javascript|manifest)|image\/svg)/;
/** Of the transport, or said by us. */
const dropped = new Set([
  "connection",
  "content-length",
  "date",
  "etag",
  "keep-alive",
  "transfer-encoding",
  "x-request-id",
]);

/** The answer to one reader. */
export async function replyWith({ status, headers, bytes, marks }: MadePage, call: Call, own: Marks): Promise<Reply> {
  const owned = (text: string) => text.replaceAll(marks.nonce, own.nonce).replaceAll(marks.id, own.id);
  const type = String(headers["content-type"] ?? "");
  const content = new Body(isText.test(type) ? owned(bytes.toString()) : bytes);
  const coding = isText.test(type) ? chooseCoding(call.header("accept-encoding"), content) : "identity";
  const sent = await content.bytes(coding);
  const told: Record<string, string> = { "content-length": String(sent.length) };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !dropped.has(name)) told[name] = owned(String(value));
  }
  if (coding !== "identity") told["content-encoding"] = coding;
  return { status, headers: told, body: call.method === "HEAD" ? null : sent };
}
