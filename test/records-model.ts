import { referencesIn, type FieldReference } from "../lib/core/fields.browser.ts";
import { resources } from "../lib/resources/resources.ts";

/** A model of contract §5 in memory: the six resources and their references. */

export type Fields = Record<string, unknown>;
export type ModelRecord = Fields & { id: string };

/** The expected outcome of a write. */
export interface ExpectedResult {
  status: number;
  /** The record in the response; null when the write is refused. */
  record: ModelRecord | null;
}

/** Ordered so that each refers only to earlier ones. */
export const modelledPaths = ["shows", "theatres", "people", "productions", "roles", "cast-members"] as const;
export type ModelPath = (typeof modelledPaths)[number];

/** The references of each resource, by path and field. */
const references = new Map(resources.map(({ path, record }) => [path, [...referencesIn(record)]]));

export class RecordsModel {
  readonly #held: Record<ModelPath, Map<string, ModelRecord>>;

  constructor(from?: RecordsModel) {
    this.#held = Object.fromEntries(
      modelledPaths.map((path) => [path, new Map(from?.all(path).map((one) => [one.id, one]))]),
    ) as Record<ModelPath, Map<string, ModelRecord>>;
  }

  all(path: ModelPath): ModelRecord[] {
    return [...this.#held[path].values()];
  }

  find(path: ModelPath, id: string): ModelRecord | undefined {
    return this.#held[path].get(id);
  }

  /** @param id the id that the service gave the new record; irrelevant when it refused. */
  create(path: ModelPath, fields: Fields, id: string): ExpectedResult {
    return this.#keep(path, { ...fields, id }, null);
  }

  /** @param isCurrent whether the If-Match, if any, is current. */
  update(path: ModelPath, id: string, fields: Fields, isCurrent = true): ExpectedResult {
    const before = this.find(path, id);
    if (!before) return refused(404);
    return isCurrent ? this.#keep(path, { ...before, ...fields, id }, before) : refused(412);
  }

  remove(path: ModelPath, id: string, { isCascade = false, isCurrent = true } = {}): ExpectedResult {
    const before = this.find(path, id);
    if (!before) return refused(404);
    if (!isCurrent) return refused(412);
    const referring = modelledPaths.flatMap((other) => this.#referring(other, path, id));
    if (referring.some(({ onDelete }) => !isCascade || onDelete === "restrict")) return refused(409);
    for (const one of referring) this.#held[one.other].delete(one.id);
    this.#held[path].delete(id);
    return { status: 200, record: before };
  }

  /** Replaces the content. */
  become(other: RecordsModel): void {
    for (const path of modelledPaths) this.#held[path] = new Map(other.all(path).map((one) => [one.id, one]));
  }

  #keep(path: ModelPath, after: ModelRecord, before: ModelRecord | null): ExpectedResult {
    for (const [field, { to }] of references.get(path) ?? []) {
      const id = after[field];
      if (typeof id === "string" && !this.#held[to as ModelPath].has(id)) return refused(400);
    }
    if (path === "productions" && isBefore(after["closing_date"], after["opening_date"])) return refused(400);
    if (path === "cast-members") {
      const role = typeof after["role_id"] === "string" ? this.find("roles", after["role_id"]) : undefined;
      if (role && role["production_id"] !== after["production_id"]) return refused(400);
      if (this.all(path).some((one) => one.id !== after.id && isSamePart(one, after))) return refused(409);
    }
    const isMoved = path === "roles" && before !== null && before["production_id"] !== after["production_id"];
    if (isMoved && this.#referring("cast-members", "roles", after.id).length > 0) return refused(409);
    this.#held[path].set(after.id, after);
    return { status: before ? 200 : 201, record: after };
  }

  #referring(
    from: ModelPath,
    target: ModelPath,
    id: string,
  ): { other: ModelPath; id: string; onDelete: FieldReference["onDelete"] }[] {
    return (references.get(from) ?? [])
      .filter(([, { to }]) => to === target)
      .flatMap(([field, { onDelete }]) =>
        this.all(from)
          .filter((one) => one[field] === id)
          .map((one) => ({ other: from, id: one.id, onDelete })),
      );
  }
}

function refused(status: number): ExpectedResult {
  return { status, record: null };
}

function isBefore(last: unknown, first: unknown): boolean {
  return typeof last === "string" && typeof first === "string" && last < first;
}

function isSamePart(one: ModelRecord, other: ModelRecord): boolean {
  return ["person_id", "production_id", "role_id", "role_type"].every((field) => one[field] === other[field]);
}
