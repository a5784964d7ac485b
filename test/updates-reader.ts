import type { Resource } from "../lib/records/resource.ts";
import { resources } from "../lib/resources/resources.ts";
import { kindOf, type UpdatesPage } from "../lib/listings/updates/document.ts";

type Document = Record<string, unknown>;

/** What the reader needs of a service: `get`, whose path begins with `/api`. */
interface Served {
  readonly url: string;
  get(path: string, init?: RequestInit): Promise<Response>;
}

/** A copy that follows the updates as a client does, on any instance at each step. */
export class UpdatesReader {
  readonly copy = new Map<string, Document>();
  readonly numbers: number[] = [];
  readonly merges = new Map<string, string>();
  /** How many polls were answered with 304. */
  unchanged = 0;
  #next: string;
  #etag = "";

  /** @param query of the first request. */
  constructor(query = "") {
    this.#next = `/api/updates${query}`;
  }

  /** Follows `next` until a page is empty or has not changed. */
  async catchUp(...services: readonly Served[]): Promise<void> {
    for (let step = 0; ; step += 1) {
      const service = services[step % services.length];
      if (!service) throw new Error("There is no service to ask.");
      if (!(await this.#step(service))) return;
    }
  }

  async #step(service: Served): Promise<boolean> {
    const response = await service.get(this.#next, { headers: { "if-none-match": this.#etag } });
    if (response.status === 304) {
      this.unchanged += 1;
      return false;
    }
    const text = await response.text();
    if (response.status !== 200) throw new Error(`GET ${this.#next} was answered with ${response.status}: ${text}`);
    const page = JSON.parse(text) as UpdatesPage;
    for (const item of page.items) {
      const key = `${item.kind}/${item.id}`;
      this.numbers.push(item.modified);
      if (item.state === "updated") this.copy.set(key, item.data);
      else this.copy.delete(key);
      if (item.state === "deleted" && item.merged_into !== undefined) this.merges.set(key, item.merged_into);
    }
    const { pathname, search } = new URL(page.next);
    this.#next = pathname + search;
    this.#etag = page.items.length === 0 ? (response.headers.get("etag") ?? "") : "";
    return page.items.length > 0;
  }
}

/** Every record of the lists, keyed as in the copy. @param step each of so many comes with its details. */
export async function readEverything(service: Served, step = 1): Promise<Map<string, Document>> {
  const copy = new Map<string, Document>();
  for (const resource of resources) {
    const list = (await (await service.get(`/api/${resource.path}`)).json()) as (Document & { id: string })[];
    for (const [index, entry] of list.entries()) {
      const place = `/api/${resource.path}/${encodeURIComponent(entry.id)}/details`;
      const details: unknown = index % step === 0 ? await (await service.get(place)).json() : undefined;
      copy.set(`${kindOf(resource)}/${entry.id}`, { ...recordIn(resource, entry), ...(details ? { details } : {}) });
    }
  }
  return copy;
}

/** The record of a list's entry, without what is embedded. */
function recordIn({ record }: Resource, entry: Document): Document {
  return Object.fromEntries(Object.keys(record.shape).map((field) => [field, entry[field]]));
}
