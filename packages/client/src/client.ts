import type { Reads, Updates } from "./api.d.ts";
import { errorOf, secondsToWait } from "./errors.ts";
import { packageOrigin } from "./origin.ts";

export interface ClientOptions {
  /** The origin of the service: `https://listings.example`. By default the one that the package was installed from. */
  readonly origin?: string | undefined;
  readonly key?: string | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** How often a 429, a 503 or a failed connection is tried again; 2 by default. */
  readonly retries?: number | undefined;
  /** The longest `Retry-After` that is waited for, in seconds; 30 by default. */
  readonly maxWait?: number | undefined;
  /** How many answers are kept for `If-None-Match`; 100 by default. */
  readonly kept?: number | undefined;
}

/** The requests of the day, as of the last answer. */
export interface DayQuota {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in seconds. */
  readonly reset: number;
}

export type Path = keyof Reads;
export type Answer<P extends Path> = Reads[P]["answer"];
export type Parameters<P extends Path> = Reads[P]["parameters"];
type ListPath = { [P in Path]: P extends `/search/${string}` ? P : never }[Path];

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface UpdatesOptions extends ReadOptions {
  /** Where to begin: `next` of an earlier page, or absent for everything. */
  readonly from?: string | undefined;
  /** Kinds with commas between. */
  readonly kind?: string;
  /** Seconds between questions for more; absent: it ends when there is nothing more. */
  readonly poll?: number | undefined;
}

interface Response200 {
  readonly body: unknown;
  readonly etag: string | null;
  /** The address in `Link` of the next page. */
  readonly next: string | null;
}

/** Reads a Theatre Listings service. */
export class TheatreListings {
  /** Null before the first answer. */
  quota: DayQuota | null = null;
  readonly #options: Pick<ClientOptions, "key"> & {
    readonly [name in keyof Omit<ClientOptions, "key">]-?: NonNullable<ClientOptions[name]>;
  };
  readonly #kept = new Map<string, Response200>();

  /** @throws TypeError without an origin, and for one that is no address. */
  constructor({
    origin = packageOrigin,
    key,
    fetch: send = (...request) => fetch(...request),
    retries = 2,
    maxWait = 30,
    kept = 100,
  }: ClientOptions = {}) {
    if (origin === "") throw new TypeError('Name the service: new TheatreListings({ origin: "https://…" }).');
    this.#options = { origin: new URL(origin).origin, key, fetch: send, retries, maxWait, kept };
  }

  /**
   * One read. An answer that has not changed costs nothing and is the one from before.
   *
   * @param path as in the reference: `/shows/{id}`.
   * @throws ApiError
   */
  async get<P extends Path>(
    path: P,
    ...[parameters, options]: Record<never, never> extends Parameters<P>
      ? [parameters?: Parameters<P>, options?: ReadOptions]
      : [parameters: Parameters<P>, options?: ReadOptions]
  ): Promise<Answer<P>> {
    // The cast is safe as far as the service keeps its OpenAPI document.
    return (await this.#read(targetOf(path, parameters ?? {}), options)).body as Answer<P>;
  }

  /** The pages of a search, one after the other. @param parameters `limit` is 100 by default. */
  async *pages<P extends ListPath>(
    path: P,
    parameters: Parameters<P>,
    options?: ReadOptions,
  ): AsyncGenerator<Answer<P>, void, undefined> {
    let target: string | null = targetOf(path, { limit: 100, ...parameters });
    while (target !== null) {
      const page: Response200 = await this.#read(target, options);
      yield page.body as Answer<P>;
      target = page.next === null ? null : targetIn(page.next);
    }
  }

  /** The pages of changes, in their order: every record once, then what changes. */
  async *updates({ from, kind, poll, signal }: UpdatesOptions = {}): AsyncGenerator<Updates, void, undefined> {
    let target = from === undefined ? targetOf("/updates", { kind }) : targetIn(from);
    for (;;) {
      const page = (await this.#read(target, { signal })).body as Updates;
      if (page.items.length > 0) yield page;
      else if (poll === undefined) return;
      else await wait(poll, signal);
      target = targetIn(page.next);
    }
  }

  async #read(target: string, { signal }: ReadOptions = {}): Promise<Response200> {
    const { kept } = this.#options;
    const before = this.#kept.get(target);
    const response = await this.#send(target, before?.etag ?? null, signal);
    if (response.status === 304 && before) return before;
    if (!response.ok) throw await errorOf(response);
    const link = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "");
    const read = {
      body: (await response.json()) as unknown,
      etag: response.headers.get("ETag"),
      next: link?.[1] ?? null,
    };
    // The oldest comes first.
    this.#kept.delete(target);
    if (read.etag !== null) this.#kept.set(target, read);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > kept) this.#kept.delete(oldest);
    return read;
  }

  async #send(target: string, etag: string | null, signal: AbortSignal | undefined): Promise<Response> {
    const { origin, key, fetch: send, retries, maxWait } = this.#options;
    const headers = {
      Accept: "application/json",
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(etag !== null && { "If-None-Match": etag }),
    };
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      const response = await send(origin + target, { headers, ...(signal && { signal }) }).catch((error: unknown) => {
        if (isLast || signal?.aborted === true) throw error;
        return null;
      });
      if (response) this.#noteQuota(response);
      const isBusy = response?.status === 429 || response?.status === 503;
      const seconds = response ? (secondsToWait(response) ?? 1) : 2 ** attempt;
      if (response && (!isBusy || isLast || seconds > maxWait)) return response;
      await response?.body?.cancel();
      await wait(Math.min(seconds, maxWait), signal);
    }
  }

  #noteQuota({ headers }: Response): void {
    const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) => headers.get(`X-RateLimit-${name}`));
    if (limit && remaining && reset)
      this.quota = { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) };
  }
}

/** Lists of the search take commas; the filters of the first six lists are repeated. */
function targetOf(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  let place = path;
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue;
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    if (place.includes(`{${name}}`)) place = place.replace(`{${name}}`, encodeURIComponent(texts.join()));
    else if (path.startsWith("/search/")) query.set(name, texts.join());
    else for (const text of texts) query.append(name, text);
  }
  const search = query.toString();
  return `/api${place}${search && `?${search}`}`;
}

/** Without the origin, so that the key goes to no other. */
function targetIn(address: string): string {
  const { pathname, search } = new URL(address, "http://localhost");
  return pathname + search;
}

function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
