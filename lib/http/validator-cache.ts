import "server-only";
import { LRUCache } from "lru-cache";
import type { ValueNotes } from "../catalogue/derived.ts";
import { dayInLondon } from "../core/dates.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { chooseCoding, entityTag, matchesTag } from "../catalogue/representation.ts";
import type { Admission } from "./admit.ts";
import type { HandlerResult, HttpRequest } from "./route.ts";

/** What is cached of a response: enough for a 304 (RFC 9110 §8.8), without its body. */
interface CachedValidator {
  /** What it was made of. Null: not known, or too much; then it is of one version of the data. */
  readonly notes: ValueNotes | null;
  readonly version: number;
  /** Of the catalogue; for when the version is unknown. */
  readonly generation: number;
  /** When it was last given, in hours since 1970. */
  readonly hour: number;
  /** The day in London then, because some responses depend on it. */
  readonly day: string;
  readonly hash: string;
  readonly isWorthCompressing: boolean;
  readonly headers: Record<string, string>;
}

const maxBytes = 16 * 1024 * 1024;
const entryBytes = 512;
/** A record that has changed stays in memory with the notes that have seen it. */
const noteBytes = 512;
/** A response that was made of more is of one version of the data. */
const maxNotes = 200;
/** The days of London begin with an hour of UTC. */
const hourMilliseconds = 3_600_000;

const caches = new WeakMap<Infrastructure, LRUCache<string, CachedValidator>>();

/** One in each service of this process: one, except in tests. */
function cacheOf(infrastructure: Infrastructure): LRUCache<string, CachedValidator> {
  let cache = caches.get(infrastructure);
  if (!cache) {
    cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ headers, notes }, address) =>
        entryBytes + 2 * address.length + 2 * (headers["Link"]?.length ?? 0) + noteBytes * (notes?.count ?? 0),
    });
    caches.set(infrastructure, cache);
  }
  return cache;
}

/**
 * Caches the entity tag of a response by its address, so that a caller whose quota is used up still gets a 304 (contract
 * §3). While nothing that it was made of has changed this only compares, because every read passes here.
 */
export function cacheValidator(
  { target }: HttpRequest,
  { isConditional, body, headers = {} }: HandlerResult,
  admission: Admission | null,
  infrastructure: Infrastructure,
): void {
  if (!isConditional || !body || !admission?.versions) return;
  const cache = cacheOf(infrastructure);
  const { data: version } = admission.versions;
  const { catalogue, derived } = infrastructure;
  const { generation } = catalogue;
  const all = derived.notesOf(body);
  const notes = all && all.count <= maxNotes ? all : null;
  const hour = Math.floor(admission.at / hourMilliseconds);
  const { hash, isWorthCompressing } = body;
  const before = cache.get(target.href);
  if (before && before.hour === hour && before.hash === hash && before.notes === notes) {
    if (notes || (before.version === version && before.generation === generation)) return;
  }
  const day = dayInLondon(admission.at);
  cache.set(target.href, { notes, version, generation, hour, day, hash, isWorthCompressing, headers });
}

/** The 304 of a response whose tag is held and current in the catalogue as it is now; null: it must be computed. */
export async function cachedNotModified(
  { target, header }: HttpRequest,
  ifNoneMatch: string,
  { versions, at }: Pick<Admission, "versions" | "at">,
  infrastructure: Infrastructure,
): Promise<HandlerResult | null> {
  const cached = cacheOf(infrastructure).get(target.href);
  if (!cached || cached.day !== dayInLondon(at)) return null;
  if (!matchesTag(ifNoneMatch, cached) || !(await isCurrent(cached, versions, infrastructure))) return null;
  const ETag = entityTag(cached.hash, chooseCoding(header("accept-encoding"), cached));
  return { status: 304, body: null, isConditional: true, headers: { ...cached.headers, ETag } };
}

async function isCurrent(
  { notes, version, generation }: CachedValidator,
  versions: Admission["versions"],
  { catalogue }: Infrastructure,
): Promise<boolean> {
  if (!notes) return versions ? versions.data <= version : generation === catalogue.generation;
  try {
    await catalogue.reach(versions?.data ?? null);
  } catch {
    return false;
  }
  return notes.isCurrent();
}

/** The result, or a 304 when the caller already has the current representation. */
export function unlessNotModified(ifNoneMatch: string | null, result: HandlerResult): HandlerResult {
  const { isConditional = false, body, headers = {} } = result;
  const isNotModified = ifNoneMatch !== null && isConditional && body && matchesTag(ifNoneMatch, body);
  // A spread would cost more than the comparison; what may be conditional sets no cookie.
  return isNotModified ? { status: 304, isConditional, body, headers } : result;
}
