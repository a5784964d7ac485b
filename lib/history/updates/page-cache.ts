import "server-only";
import { LRUCache } from "lru-cache";
import type { LimitedWork } from "../../core/concurrency-limit.ts";
import { memoize } from "../../core/memoize.browser.ts";
import type { ReadContext } from "../../http/route.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import type { Representation } from "../../catalogue/representation.ts";

const maxBytes = 16 * 1024 * 1024;

/** A page contains at least the changes of its version of the data. */
interface CachedPage {
  version: number;
  body: Representation;
}

/**
 * The page of the context's version. Recent pages are cached, so that clients that poll the same page cause one statement
 * per version. They are dropped with the version: clients poll the last page, which each change replaces, and read the
 * full pages before it once.
 *
 * @param read reads the page, with at least the changes of that version; called also while the version is unknown.
 * @throws AppError 503 when too much is being computed; the error of `read`.
 */
export async function cachedPage(
  context: ReadContext,
  key: string,
  read: LimitedWork<Representation>,
): Promise<Representation> {
  const { infrastructure, versions } = context;
  const pages = pagesOf(infrastructure);
  const cached = pages.get(key);
  const version = versions?.data ?? null;
  if (cached && version !== null && version <= cached.version) return cached.body;
  try {
    return await infrastructure.computedReads.run(context, pages, `${version} ${key}`, async (...slot) => {
      const body = await read(...slot);
      if (version !== null) pages.set(key, { version, body });
      return body;
    });
  } catch (error) {
    if (version === null && cached) return cached.body;
    throw error;
  }
}

const pagesOf = memoize(
  (_infrastructure: Infrastructure) =>
    new LRUCache<string, CachedPage>({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => key.length + body.identity.length,
    }),
);
