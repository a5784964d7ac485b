import "server-only";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, gunzip } from "node:zlib";
import inject, { type DispatchFunc, type Response as MadeResponse } from "light-my-request";
import { LRUCache } from "lru-cache";
import { withNodeResponse } from "../before-next.ts";
import type { HttpRequest, HttpResponse } from "../route.ts";
import {
  chooseCoding,
  compress,
  minCompressedBytes,
  Representation,
  type BodyContent,
  type ContentCoding,
} from "../../catalogue/representation.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { whileRendering } from "./pages/async-contexts.ts";
import { newNonce } from "./pages/page-headers.ts";

export interface NextHandler {
  (nodeRequest: IncomingMessage, nodeResponse: ServerResponse): Promise<void>;
  /** False while the pages are being built, when each request gets the same short notice. */
  isReady?(): boolean;
}

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
  const { "accept-encoding": _ours, ...sentHeaders } = headers;
  const made = () =>
    new Promise<MadeResponse>((resolve, reject) => {
      const hand: DispatchFunc = (nodeRequest, response) =>
        void withNodeResponse(response, () => nextHandler(nodeRequest, response)).catch(reject);
      // Next reads a backslash as a slash, so the page `/api\shows` would be the API's list.
      inject(hand, { method: "GET", url: url.replaceAll("\\", "%5C"), headers: sentHeaders }).then(resolve, reject);
    });
  const nextResponse = await whileRendering(made);
  return {
    status: nextResponse.statusCode,
    headers: nextResponse.headers,
    bytes: nextResponse.rawPayload,
    placeholders,
  };
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

type Piece = Buffer | keyof PagePlaceholders;

type PageBody = Pick<BodyContent, "isWorthCompressing" | "bytes">;

/** A page as it is cached, for many responses. */
export interface CachedPage extends Omit<RenderedPage, "bytes"> {
  /** All of it, where nothing in it depends on the response; otherwise the pieces between its placeholders. */
  content: PageBody | Piece[];
}

export type AnyPage = RenderedPage | CachedPage;

/** Prepares a page for many responses: to search its text takes longer than to send it. */
export async function toCachedPage({ bytes, ...page }: RenderedPage): Promise<CachedPage> {
  const { nonce, id } = page.placeholders;
  if (!isText.test(String(page.headers["content-type"]))) return { ...page, content: new Representation(bytes) };
  const pieces: Piece[] = [];
  let end = 0;
  // In Latin-1 a place in the text is one in the bytes.
  for (const { 0: found, index } of bytes.toString("latin1").matchAll(new RegExp(`${nonce}|${id}`, "g"))) {
    pieces.push(bytes.subarray(end, index), found === nonce ? "nonce" : "id");
    end = index + found.length;
  }
  if (pieces.length > 0) return { ...page, content: [...pieces, bytes.subarray(end)] };
  const isShort = bytes.length < minCompressedBytes;
  return { ...page, content: isShort ? new Representation(bytes) : new PackedBody(await compress.gzip(bytes)) };
}

const plainBytes = 8 * 1024 * 1024;
const unpacked = promisify(gunzip);

/** A text that is kept compressed, in an eighth of its size. Few readers take it plain: theirs is kept for a while. */
class PackedBody implements PageBody {
  static readonly #plain = new LRUCache<PackedBody, Buffer>({
    maxSize: plainBytes,
    sizeCalculation: ({ length }) => length,
  });
  readonly isWorthCompressing = true;
  readonly #gzip: Buffer;
  #brotli: Promise<Buffer> | null = null;

  constructor(gzip: Buffer) {
    this.#gzip = gzip;
  }

  async bytes(coding: ContentCoding): Promise<Buffer> {
    if (coding === "gzip") return this.#gzip;
    if (coding === "br") return (this.#brotli ??= this.bytes("identity").then((plain) => compress.br(plain)));
    let plain = PackedBody.#plain.get(this);
    if (!plain) PackedBody.#plain.set(this, (plain = await unpacked(this.#gzip)));
    return plain;
  }
}

const windowBytes = 32 * 1024;
const deflate = promisify(deflateRaw);
/**
 * The pieces as blocks of deflate (RFC 1951), so that a response compresses nothing. A block may repeat what stands up to
 * a window before it. Nonces are all of one length, so the distances stay; in place of their text stands a byte that no
 * text contains. Ids differ in length, so nothing refers across one.
 */
const deflated = memoize(async (pieces: Piece[]): Promise<Piece[]> => {
  const blocks: Piece[] = [];
  const noNonce = Buffer.alloc(newNonce().length, 0xff);
  let before = Buffer.alloc(0);
  for (const piece of pieces) {
    if (typeof piece === "string") blocks.push(piece);
    else {
      const dictionary = before.length > 0 ? { dictionary: before } : {};
      blocks.push(await deflate(piece, { level: 6, finishFlush: constants.Z_SYNC_FLUSH, ...dictionary }));
    }
    if (piece === "id") before = Buffer.alloc(0);
    else before = Buffer.concat([before, piece === "nonce" ? noNonce : piece]).subarray(-windowBytes);
  }
  return blocks;
});

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const lastBlock = Buffer.from([3, 0]);

/** The pieces with the response's own nonce and id, as a gzip file (RFC 1952). */
async function gzipOf(pieces: Piece[], placeholders: PagePlaceholders): Promise<Buffer> {
  const end = Buffer.alloc(8);
  let [checksum, length] = [0, 0];
  for (const text of filled(pieces, placeholders)) {
    checksum = crc32(text, checksum);
    length += text.length;
  }
  end.writeUInt32LE(checksum, 0);
  end.writeUInt32LE(length, 4);
  const blocks = (await deflated(pieces)).flatMap((block) =>
    typeof block === "string" ? storedBlock(Buffer.from(placeholders[block])) : block,
  );
  return Buffer.concat([gzipHeader, ...blocks, lastBlock, end]);
}

function storedBlock(text: Buffer): Buffer[] {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(text.length, 1);
  head.writeUInt16LE(text.length ^ 0xffff, 3);
  return [head, text];
}

/** Without the placeholders. */
function lengthOf(pieces: Piece[]): number {
  return pieces.reduce((sum, piece) => sum + (typeof piece === "string" ? 0 : piece.length), 0);
}

function filled(pieces: Piece[], placeholders: PagePlaceholders): Buffer[] {
  return pieces.map((piece) => (typeof piece === "string" ? Buffer.from(placeholders[piece]) : piece));
}

/**
 * Creates the response for one visitor from a page that Next has rendered for this visitor, or from a cached one. One that
 * is cached and has the response's nonce in it is sent in gzip or plain: in Brotli it would have to be compressed for
 * each visitor.
 */
export async function toResponse(page: AnyPage, request: HttpRequest, values: PagePlaceholders): Promise<HttpResponse> {
  const { status, headers, placeholders } = page;
  const owned = (text: string) =>
    text.replaceAll(placeholders.nonce, values.nonce).replaceAll(placeholders.id, values.id);
  const content = "bytes" in page ? new Representation(page.bytes) : page.content;
  const isPieces = Array.isArray(content);
  const isCompressible = isText.test(String(headers["content-type"] ?? ""));
  const whole = isPieces ? { isWorthCompressing: lengthOf(content) >= minCompressedBytes } : content;
  const coding = isCompressible
    ? chooseCoding(request.header("accept-encoding"), whole, isPieces ? ["gzip"] : undefined)
    : "identity";
  let sent: Buffer;
  if (isPieces) sent = coding === "gzip" ? await gzipOf(content, values) : Buffer.concat(filled(content, values));
  else if ("bytes" in page && coding !== "identity") sent = await compress[coding](page.bytes, true);
  else sent = await content.bytes(coding);
  const sentHeaders: Record<string, string> = { "content-length": String(sent.length) };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !dropped.has(name)) sentHeaders[name] = owned(String(value));
  }
  if (coding !== "identity") sentHeaders["content-encoding"] = coding;
  return { status, headers: sentHeaders, body: request.method === "HEAD" ? null : sent };
}
