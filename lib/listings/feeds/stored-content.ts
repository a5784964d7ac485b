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

/** A body whose forms are on disk, each compressed once. @throws Error when the folder can't be written or is full. */
export async function storeContent(
  { type, isWorthCompressing, hash, identity }: Representation,
  folder: string,
): Promise<BodyContent> {
  const stored = await StoredBytes.of(identity, folder);
  const coded = new Map<ContentCoding, StoredBytes>();
  const compressing = new Map<ContentCoding, Promise<Buffer>>();
  const compressed = async (coding: "br" | "gzip") => {
    const bytes = await compress[coding](await stored.bytes());
    try {
      coded.set(coding, await StoredBytes.of(bytes, folder));
    } catch (error) {
      log.warn({ err: error }, "A compressed file was not stored. It is compressed again when it is asked for.");
    }
    return bytes;
  };
  return {
    type,
    isWorthCompressing,
    hash,
    etag: (coding) => entityTag(hash, coding),
    bytes: (coding) => {
      if (coding === "identity") return stored.bytes();
      const kept = coded.get(coding)?.bytes() ?? compressing.get(coding);
      if (kept) return kept;
      const work = compressed(coding).finally(() => compressing.delete(coding));
      compressing.set(coding, work);
      return work;
    },
  };
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
    const open = this.#open.deref();
    if (open) return open;
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
