import "server-only";
import { LRUCache } from "lru-cache";
import { log } from "../../core/log.ts";
import type { Representation } from "../../catalogue/representation.ts";

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
  readonly content: Representation;
  /** When the file was last known to be of the current version. */
  currentAt: number;
}

interface Making {
  request: FileRequest;
  /** Making has not started yet, so another version can be made instead. */
  isWaiting: boolean;
  content: Promise<Representation>;
}

/** In milliseconds (contract §17). */
const maxBehind = 5_000;
/** A file is made anew at most this often for requests that need not wait for it. */
const minBetween = 2_500;
const maxBytes = 64 * 1024 * 1024;
const bytesOfEntry = 1_024;

/**
 * The calendars and downloads of one process. Each is made once for a version of the data and a day, one at a time,
 * because making one takes up to seconds. A file for which there is no room is made for each request.
 */
export class FileCache {
  readonly #files = new LRUCache<string, KeptFile>({
    maxSize: maxBytes,
    // A file and its compressed forms take up to twice its size.
    sizeCalculation: ({ content }) => bytesOfEntry + 2 * content.identity.length,
  });
  readonly #making = new Map<string, Making>();
  #last: Promise<unknown> = Promise.resolve();

  /** The file as it was last made; null when it is not kept. */
  kept(name: string): Representation | null {
    return this.#files.get(name)?.content ?? null;
  }

  /** The file, at most 5 seconds behind the data. @throws the error of making it. */
  async file(request: FileRequest): Promise<Representation> {
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
  #make(request: FileRequest): Promise<Representation> {
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

  async #makeNow({ name, version, at, today, make }: FileRequest): Promise<Representation> {
    const content = await make();
    this.#files.set(name, { version, today, content, currentAt: at });
    return content;
  }
}
