import "server-only";
import { LRUCache } from "lru-cache";
import { log } from "../../core/log.ts";
import type { BodyContent, Representation } from "../../catalogue/representation.ts";
import { storeContent } from "./stored-content.ts";

/** A file as a request needs it. */
export interface FileRequest {
  readonly name: string;
  readonly version: number;
  /** When the version was read, in milliseconds since 1970. */
  readonly at: number;
  /** The day in London. */
  readonly today: string;
  make(): Promise<Representation>;
}

interface KeptFile {
  readonly version: number;
  readonly today: string;
  readonly content: BodyContent;
  /** When the file was last known to be of the current version. */
  currentAt: number;
}

interface Making {
  request: FileRequest;
  /** Making has not started yet, so another version can be made instead. */
  isWaiting: boolean;
  content: Promise<BodyContent>;
}

/** In milliseconds (contract §17). */
const maxBehind = 5_000;
/** A file is made anew at most this often for requests that need not wait for it. */
const minBetween = 2_500;
const minStoredBytes = 1024 * 1024;
/** In memory, where a file and its compressed forms take up to twice its size. */
const maxMemoryBytes = 64 * 1024 * 1024;
/** So 1 GiB fits on disk. */
const memoryBytesPerStoredByte = 1 / 16;
const bytesOfEntry = 1_024;

/**
 * The calendars and downloads of one process. Each is made once for a version of the data and a day, one at a time,
 * because making one takes up to seconds. Long ones are kept on disk.
 */
export class FileCache {
  readonly #folder: string;
  readonly #files = new LRUCache<string, KeptFile>({ maxSize: maxMemoryBytes });
  readonly #making = new Map<string, Making>();
  #last: Promise<unknown> = Promise.resolve();
  #isDiskUsable = true;

  /** @param folder for long files. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file as it was last made; null when it is not kept. */
  kept(name: string): BodyContent | null {
    return this.#files.get(name)?.content ?? null;
  }

  /** The file, at most 5 seconds behind the data. @throws the error of making it. */
  async file(request: FileRequest): Promise<BodyContent> {
    const kept = this.#files.get(request.name);
    if (kept?.today !== request.today) return this.#make(request);
    if (kept.version >= request.version) {
      kept.currentAt = Math.max(kept.currentAt, request.at);
      return kept.content;
    }
    const behind = request.at - kept.currentAt;
    if (behind < 0 || behind >= maxBehind) return this.#make(request);
    if (behind >= minBetween)
      this.#make(request).catch((error: unknown) => {
        log.warn({ err: error }, "A calendar or download was not made anew. The next request tries again.");
      });
    return kept.content;
  }

  /** At any rate of changes, at most one is being made and one is waiting for each file. */
  #make(request: FileRequest): Promise<BodyContent> {
    const making = this.#making.get(request.name);
    if (making && making.request.today === request.today && making.request.version >= request.version)
      return making.content;
    if (making?.isWaiting) {
      making.request = request;
      return making.content;
    }
    const next: Making = {
      request,
      isWaiting: true,
      content: this.#last.then(() => {
        next.isWaiting = false;
        return this.#makeNow(next.request);
      }),
    };
    this.#making.set(request.name, next);
    const settle = () => {
      if (this.#making.get(request.name) === next) this.#making.delete(request.name);
    };
    this.#last = next.content.then(settle, settle);
    return next.content;
  }

  async #makeNow({ name, version, at, today, make }: FileRequest): Promise<BodyContent> {
    const content = await make();
    const { length } = content.identity;
    const stored = length > minStoredBytes ? await this.#store(content) : null;
    const size = Math.ceil(bytesOfEntry + 2 * length * (stored ? memoryBytesPerStoredByte : 1));
    this.#files.set(name, { version, today, content: stored ?? content, currentAt: at }, { size });
    return stored ?? content;
  }

  /** Null when the disk is full or can't be written. */
  async #store(representation: Representation): Promise<BodyContent | null> {
    try {
      const stored = await storeContent(representation, this.#folder);
      this.#isDiskUsable = true;
      return stored;
    } catch (error) {
      if (this.#isDiskUsable)
        log.warn(
          { err: error },
          "Long calendars and downloads can't be kept on disk. They are kept in memory, or made again.",
        );
      this.#isDiskUsable = false;
      return null;
    }
  }
}
