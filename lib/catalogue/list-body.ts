import "server-only";
import { createHash } from "node:crypto";
import { Representation, entityTag, shortenedHash, type BodyContent, type ContentCoding } from "./representation.ts";
import { createYielder } from "../core/yielding.ts";
import { pieceBytes, hashOf, type List } from "./list.ts";

const bodies = new WeakMap<List, ListBody | Promise<ListBody>>();
const minCompressedBytes = 1024;

/** A whole list as it is sent. Its bytes are those of its pieces, and its hash is made from theirs. */
export class ListBody implements BodyContent {
  readonly type = "application/json; charset=utf-8";
  readonly hash: string;
  readonly #parts: readonly Buffer[];
  readonly #length: number;
  #joined: Representation | null = null;

  private constructor(parts: readonly Buffer[], hash: string) {
    this.#parts = parts;
    this.#length = parts.reduce((length, part) => length + part.length, 0);
    this.hash = hash;
  }

  /** The body of a list, made once for it. It returns no promise when it is there. */
  static of(list: List): ListBody | Promise<ListBody> {
    let body = bodies.get(list);
    if (!body) {
      body = ListBody.#make(list);
      bodies.set(list, body);
      body.then(
        (made) => bodies.set(list, made),
        () => bodies.delete(list),
      );
    }
    return body;
  }

  static async #make({ pieces }: List): Promise<ListBody> {
    const turn = createYielder();
    const hash = createHash("sha256");
    const parts: Buffer[] = [];
    for (const piece of pieces) {
      hash.update(hashOf(piece));
      parts.push(parts.length === 0 ? opening : comma, pieceBytes(piece));
      await turn();
    }
    parts.push(parts.length === 0 ? empty : closing);
    return new ListBody(parts, shortenedHash(hash));
  }

  get isWorthCompressing(): boolean {
    return this.#length >= minCompressedBytes;
  }

  etag(coding: ContentCoding): string {
    return entityTag(this.hash, coding);
  }

  bytes(coding: ContentCoding): Buffer | Promise<Buffer> {
    this.#joined ??= new Representation(Buffer.concat(this.#parts, this.#length));
    return this.#joined.bytes(coding);
  }
}

const [opening, comma, closing, empty] = ["[", ",", "]", "[]"].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
