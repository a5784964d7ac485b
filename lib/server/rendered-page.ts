import "server-only";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import inject, { type DispatchFunc, type Response as MadeResponse } from "light-my-request";
import { withNodeResponse } from "../http/before-next.ts";
import type { HttpRequest, HttpResponse } from "../http/route.ts";
import { chooseCoding, compress, Representation } from "../catalogue/representation.ts";
import { memoize } from "../core/memoize.browser.ts";

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

export interface PagePlaceholders {
  nonce: string;
  id: string;
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
    const hand: DispatchFunc = (nodeRequest, response) =>
      void withNodeResponse(response, () => nextHandler(nodeRequest, response)).catch(reject);
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

/**
 * The body of all responses where nothing in it depends on the response, with its compressed forms; otherwise the pieces
 * between its placeholders. Found once for a page, because to search its text takes longer than to send it.
 */
const contentOf = memoize(
  ({ bytes, headers, placeholders: { nonce, id } }: RenderedPage): Representation | (Buffer | "nonce" | "id")[] => {
    if (!isText.test(String(headers["content-type"]))) return new Representation(bytes);
    const pieces: (Buffer | "nonce" | "id")[] = [];
    let end = 0;
    // In Latin-1 a place in the text is one in the bytes.
    for (const { 0: found, index } of bytes.toString("latin1").matchAll(new RegExp(`${nonce}|${id}`, "g"))) {
      pieces.push(bytes.subarray(end, index), found === nonce ? "nonce" : "id");
      end = index + found.length;
    }
    return pieces.length === 0 ? new Representation(bytes) : [...pieces, bytes.subarray(end)];
  },
);

/** Creates the response for one visitor from a rendered page. */
export async function toResponse(
  page: RenderedPage,
  request: HttpRequest,
  own: PagePlaceholders,
): Promise<HttpResponse> {
  const { status, headers, bytes, placeholders } = page;
  const owned = (text: string) => text.replaceAll(placeholders.nonce, own.nonce).replaceAll(placeholders.id, own.id);
  const type = String(headers["content-type"] ?? "");
  // Next has rendered it for this visitor, or it is cached.
  const content = placeholders === own ? [bytes] : contentOf(page);
  const isShared = content instanceof Representation;
  const body = isShared
    ? content
    : new Representation(
        Buffer.concat(content.map((piece) => (typeof piece === "string" ? Buffer.from(own[piece]) : piece))),
      );
  const coding = isText.test(type) ? chooseCoding(request.header("accept-encoding"), body) : "identity";
  const sent = await (isShared || coding === "identity" ? body.bytes(coding) : compress[coding](body.identity, true));
  const sentHeaders: Record<string, string> = { "content-length": String(sent.length) };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !dropped.has(name)) sentHeaders[name] = owned(String(value));
  }
  if (coding !== "identity") sentHeaders["content-encoding"] = coding;
  return { status, headers: sentHeaders, body: request.method === "HEAD" ? null : sent };
}
