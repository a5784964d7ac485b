import type { Updates } from "./api.d.ts";
import type { TheatreListings, UpdatesOptions } from "./client.ts";
import { ApiError } from "./errors.ts";

type Item = Updates["items"][number];
type Updated = Extract<Item, { state: "updated" }>;
export type Kind = Item["kind"];
/** A record with its details. */
export type Copied<K extends Kind> = Extract<Updated, { kind: K }>["data"];

/** What to store to go on later. It is JSON. */
export interface StoredCopy {
  readonly next: string | null;
  readonly records: Readonly<Record<string, unknown>>;
}

const gone = 410;

/** A copy of all records that keeps itself in step with the service. */
export class Copy {
  readonly #client: TheatreListings;
  #next: string | undefined;
  #records: Map<string, unknown>;

  /** @param stored what `toJSON` gave. */
  constructor(client: TheatreListings, stored?: StoredCopy) {
    this.#client = client;
    this.#next = stored?.next ?? undefined;
    this.#records = new Map(Object.entries(stored?.records ?? {}));
  }

  /** Undefined when there is no such record. */
  get<K extends Kind>(kind: K, id: string): Copied<K> | undefined {
    // The cast is safe: `#apply` stores each record under its kind.
    return this.#records.get(nameOf(kind, id)) as Copied<K> | undefined;
  }

  *all<K extends Kind>(kind: K): Generator<Copied<K>, void, undefined> {
    for (const [name, data] of this.#records) if (name.startsWith(`${kind}/`)) yield data as Copied<K>;
  }

  get size(): number {
    return this.#records.size;
  }

  /**
   * Brings the copy up to date, and with `poll` keeps it so until the signal. Yields the changes of each page once they
   * are in the copy. When the service no longer knows what was deleted since, the copy is made anew.
   */
  async *follow(
    options: Pick<UpdatesOptions, "poll" | "signal"> = {},
  ): AsyncGenerator<readonly Item[], void, undefined> {
    for (;;) {
      try {
        for await (const page of this.#client.updates({ ...options, from: this.#next })) {
          for (const item of page.items) this.#apply(item);
          this.#next = page.next;
          yield page.items;
        }
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== gone || this.#next === undefined) throw error;
        this.#next = undefined;
        this.#records = new Map();
      }
    }
  }

  /** Brings the copy up to date. @returns how many changes came. */
  async sync(options: Pick<UpdatesOptions, "signal"> = {}): Promise<number> {
    let changes = 0;
    for await (const items of this.follow(options)) changes += items.length;
    return changes;
  }

  toJSON(): StoredCopy {
    return { next: this.#next ?? null, records: Object.fromEntries(this.#records) };
  }

  #apply(item: Item): void {
    if (item.state === "updated") this.#records.set(nameOf(item.kind, item.id), item.data);
    else this.#records.delete(nameOf(item.kind, item.id));
  }
}

function nameOf(kind: string, id: string): string {
  return `${kind}/${id}`;
}
