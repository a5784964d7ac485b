import "server-only";
import { log } from "../../core/log.ts";
import {
  compress,
  entityTag,
  type BodyContent,
  type ContentCoding,
  type Representation,
} from "../../catalogue/representation.ts";
import { closeSync, mkdtempSync, openSync, read, rmSync, writeFile } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

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
    const compressing = work().finally(() => this.#compressing.delete(coding));
    this.#compressing.set(coding, compressing);
    return compressing;
  }
}

const readAt = promisify(read);
const writeAll = promisify(writeFile);

/** The file has no name, so closing it deletes it. */
const closing = new FinalizationRegistry<number>((descriptor) => closeSync(descriptor));

/**
 * Bytes in a file that only this process can read. Its name is removed as soon as it is open, so the disk gets its room
 * back when nothing refers to the bytes any longer, and also when the process is killed.
 */
class StoredBytes {
  readonly #descriptor: number;
  readonly #length: number;
  /** What is being sent is shared, however many clients read it slowly. */
  #open: WeakRef<Buffer>;
  #reading: Promise<Buffer> | null = null;

  private constructor(descriptor: number, bytes: Buffer) {
    this.#descriptor = descriptor;
    this.#length = bytes.length;
    this.#open = new WeakRef(bytes);
    closing.register(this, descriptor);
  }

  /** @throws Error when the folder can't be written or the disk is full. */
  static async of(bytes: Buffer, folder: string): Promise<StoredBytes> {
    const stored = new StoredBytes(openNameless(folder), bytes);
    await writeAll(stored.#descriptor, bytes);
    return stored;
  }

  bytes(): Buffer | Promise<Buffer> {
    return this.#open.deref() ?? this.#readAgain();
  }

  #readAgain(): Promise<Buffer> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(this.#length);
    for (let at = 0; at < this.#length;) {
      const { bytesRead } = await readAt(this.#descriptor, bytes, at, this.#length - at, at);
      if (bytesRead === 0) throw new Error("A stored file is shorter than it was.");
      at += bytesRead;
    }
    this.#open = new WeakRef(bytes);
    return bytes;
  }
}

/** The folder for a moment of its own, which others can't enter, keeps others from guessing the name. */
function openNameless(parent: string): number {
  const folder = mkdtempSync(path.join(parent, "theatre-file-"));
  try {
    return openSync(path.join(folder, "bytes"), "wx+", 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
