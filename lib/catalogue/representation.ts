import "server-only";
import { createHash, type Hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, gzipSync } from "node:zlib";
import { createYielder } from "../core/yielding.ts";

export type ContentCoding = "identity" | "br" | "gzip";

/** Compressing a smaller body costs more than sending it (contract §4). */
export const minCompressedBytes = 1024;
/** Gzip takes less time than handing a shorter body to another thread. */
const shortBytes = 16 * 1024;
const longBytes = 1024 * 1024;
const separator = Buffer.from(",");

/** What a response needs of its body. */
export interface BodyContent {
  readonly type: string;
  readonly isWorthCompressing: boolean;
  /** Identifies the content, independent of its coding. */
  readonly hash: string;
  /** A strong entity tag; it differs per coding, because each coding is its own representation (RFC 9110 §8.8.3.3). */
  etag(coding: ContentCoding): string;
  bytes(coding: ContentCoding): Buffer | Promise<Buffer>;
}

/** The bytes of a body, its entity tag, and its compressed forms, which are created on first use. */
export class Representation implements BodyContent {
  readonly identity: Buffer;
  readonly type: string;
  #hash: string | undefined;
  readonly #coded = new Map<ContentCoding, Buffer | Promise<Buffer>>();

  constructor(content: string | Buffer, type = "application/json; charset=utf-8") {
    this.identity = typeof content === "string" ? Buffer.from(content) : content;
    this.type = type;
  }

  /** The same for a long body. It yields to the event loop. */
  static async joined(parts: readonly Buffer[]): Promise<Representation> {
    const turn = createYielder();
    const identity = Buffer.allocUnsafeSlow(parts.reduce((length, part) => length + part.length, 0));
    const hash = createHash(hashName);
    let length = 0;
    for (const part of parts) {
      length += part.copy(identity, length);
      hash.update(part);
      await turn();
    }
    const joined = new Representation(identity);
    joined.#hash = shortenedHash(hash);
    return joined;
  }

  /** A JSON array. It yields to the event loop. @param entries the JSON of each. */
  static array(entries: readonly Buffer[]): Promise<Representation> {
    const separated = entries.flatMap((entry, index) => (index === 0 ? [entry] : [separator, entry]));
    return Representation.joined([Buffer.from("["), ...separated, Buffer.from("]")]);
  }

  static json(value: unknown): Representation {
    return new Representation(JSON.stringify(value));
  }

  get isWorthCompressing(): boolean {
    return this.identity.length >= minCompressedBytes && !/^application\/(zip|gzip)$/.test(this.type);
  }

  get hash(): string {
    this.#hash ??= shortenedHash(createHash(hashName).update(this.identity));
    return this.#hash;
  }

  etag(coding: ContentCoding): string {
    return entityTag(this.hash, coding);
  }

  bytes(coding: ContentCoding): Buffer | Promise<Buffer> {
    if (coding === "identity") return this.identity;
    let coded = this.#coded.get(coding);
    if (!coded) {
      coded = compress[coding](this.identity).then((bytes) => {
        this.#coded.set(coding, bytes);
        return bytes;
      });
      this.#coded.set(coding, coded);
    }
    return coded;
  }
}

/** @param hash of the content, independent of its coding. */
export function entityTag(hash: string, coding: ContentCoding): string {
  return coding === "identity" ? `"${hash}"` : `"${hash}-${coding}"`;
}

const hashName = "sha256";
export const shortenedHash = (hash: Hash) => hash.digest("base64url").slice(0, 22);

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * A body is compressed once per version and sent many times, so the quality is above the fastest. It is not the best,
 * because beside writes a version is read few times: gzip's level 6 takes half as long again as 4, for 3 % fewer bytes.
 * A long body uses the fastest quality, because a caller waits for it: an eighth of the time for 5 % more bytes, with
 * gzip half of it for 3 %.
 *
 * @param isFast for a body that is sent once.
 */
export const compress = {
  br: async (bytes: Buffer, isFast = bytes.length >= longBytes) =>
    exact(
      await brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: isFast ? 1 : 5,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
    ),
  gzip: async (bytes: Buffer, isFast = bytes.length >= longBytes) =>
    exact(bytes.length < shortBytes ? gzipSync(bytes, { level: 4 }) : await gzipped(bytes, { level: isFast ? 1 : 4 })),
};

/** In a buffer of its own: zlib's is a part of a larger one, of 16 kB for a body of two, which would be kept with it. */
function exact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Chooses the best of the codings offered that the caller accepts (RFC 9110 §12.5.3). */
export function chooseCoding(
  acceptEncoding: string | undefined,
  body: Pick<BodyContent, "isWorthCompressing">,
  offered: readonly ContentCoding[] = ["br", "gzip"],
): ContentCoding {
  if (!acceptEncoding || !body.isWorthCompressing) return "identity";
  const weights = parseWeights(acceptEncoding);
  const weigh = (coding: ContentCoding) =>
    offered.includes(coding) ? (weights.get(coding) ?? weights.get("*") ?? 0) : 0;
  const [br, gzip] = [weigh("br"), weigh("gzip")];
  const best = Math.max(br, gzip);
  if (best === 0 || best < (weights.get("identity") ?? 0)) return "identity";
  return br >= gzip ? "br" : "gzip";
}

/**
 * Whether a list of entity tags (`If-Match`, `If-None-Match`, `if_match` …) names the content, in any of its codings.
 * A proxy that compresses changes the tag that the client sends back: nginx and CDNs make it weak, Apache and Jetty name
 * the coding inside. The hash is all that identifies the content, so nothing else is compared. RFC 9110 §13.1.1 lets a
 * weak tag never match in `If-Match`; behind such a proxy nothing could be saved.
 */
export function matchesTag(list: string, { hash }: Pick<BodyContent, "hash">): boolean {
  // As most clients send it.
  if (list.length === hash.length + 2 && list.startsWith(hash, 1)) return list.startsWith('"') && list.endsWith('"');
  if (list.trim() === "*") return true;
  return list.split(",").some((candidate) => {
    const [, tag = ""] = /^(?:W\/)?"([^"]*)"$/.exec(candidate.trim()) ?? [];
    return tag.startsWith(hash) && codingSuffix.test(tag.slice(hash.length));
  });
}

const codingSuffix = /^(?:(?:--?|;)(?:gzip|br|deflate|zstd))*$/;

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (coding) weights.set(coding === "x-gzip" ? "gzip" : coding, Number.isFinite(weight) ? weight : 0);
  }
  return weights;
}
