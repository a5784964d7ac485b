import "server-only";
import { log } from "../../core/log.ts";
import {
  compress,
  entityTag,
  type BodyContent,
  type ContentCoding,
  type Representation,
} from "../../catalogue/representation.ts";
import { StoredBytes } from "./stored-bytes.ts";

/** A body whose bytes and compressed forms are on disk. Each form is compressed once. */
export class StoredContent implements BodyContent {
  readonly type: string;
  readonly isWorthCompressing: boolean;
  readonly hash: string;
  readonly #folder: string;
  readonly #identity: StoredBytes;
  readonly #coded = new Map<ContentCoding, StoredBytes>();
  readonly #compressing = new Map<ContentCoding, Promise<Buffer>>();

  private constructor({ type, isWorthCompressing, hash }: Representation, identity: StoredBytes, folder: string) {
    this.type = type;
    this.isWorthCompressing = isWorthCompressing;
    this.hash = hash;
    this.#identity = identity;
    this.#folder = folder;
  }

  /** @throws Error when the folder can't be written or the disk is full. */
  static async of(content: Representation, folder: string): Promise<StoredContent> {
    return new StoredContent(content, await StoredBytes.of(content.identity, folder), folder);
  }

  etag(coding: ContentCoding): string {
    return entityTag(this.hash, coding);
  }

  bytes(coding: ContentCoding): Buffer | Promise<Buffer> {
    if (coding === "identity") return this.#identity.bytes();
    return this.#coded.get(coding)?.bytes() ?? this.#compressing.get(coding) ?? this.#compress(coding);
  }

  #compress(coding: "br" | "gzip"): Promise<Buffer> {
    const work = async () => {
      const bytes = await compress[coding](await this.#identity.bytes());
      try {
        this.#coded.set(coding, await StoredBytes.of(bytes, this.#folder));
      } catch (error) {
        log.warn({ err: error }, "A compressed file was not stored. It is compressed again when it is asked for.");
      }
      return bytes;
    };
    const made = work().finally(() => this.#compressing.delete(coding));
    this.#compressing.set(coding, made);
    return made;
  }
}
