import "server-only";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import inject, { type DispatchFunc, type Response as MadeResponse } from "light-my-request";
import { withNodeResponse } from "../http/before-next.ts";
import type { HttpRequest, HttpResponse } from "../http/route.ts";
import { chooseCoding, Representation } from "../catalogue/representation.ts";

/** Next's request handler. */
export type NextHandler = (nodeRequest: IncomingMessage, nodeResponse: ServerResponse) => Promise<void>;

/** A complete page as Next rendered it. */
export interface RenderedPage {
  status: number;
  headers: OutgoingHttpHeaders;
  bytes: Buffer;
  /** The body of all responses, where nothing in it depends on the response. */
  shared?: Representation;
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

/** Creates the response for one visitor from a rendered page. */
export async function toResponse(
  { status, headers, bytes, shared, placeholders }: RenderedPage,
  request: HttpRequest,
  own: PagePlaceholders,
): Promise<HttpResponse> {
  const owned = (text: string) => text.replaceAll(placeholders.nonce, own.nonce).replaceAll(placeholders.id, own.id);
  const type = String(headers["content-type"] ?? "");
  const content = shared ?? new Representation(isText.test(type) ? owned(bytes.toString()) : bytes);
  const coding = isText.test(type) ? chooseCoding(request.header("accept-encoding"), content) : "identity";
  const sent = await content.bytes(coding);
  const sentHeaders: Record<string, string> = { "content-length": String(sent.length) };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !dropped.has(name)) sentHeaders[name] = owned(String(value));
  }
  if (coding !== "identity") sentHeaders["content-encoding"] = coding;
  return { status, headers: sentHeaders, body: request.method === "HEAD" ? null : sent };
}
