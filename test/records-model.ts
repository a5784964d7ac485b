import fc from "fast-check";
import { referencesIn, type FieldReference } from "../lib/core/fields.browser.ts";
import { resources } from "../lib/resources/resources.ts";

/** A model of contract §5 in memory: the six resources and their references; and the writes that change it. */

type Fields = Record<string, unknown>;
export type ModelRecord = Fields & { id: string };

/** The expected outcome of a write. */
interface ExpectedResult {
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
  /** Whether it knows everything that decides about a write: it has no details. */
  isForetelling = true;
  readonly #held: Record<ModelPath, Map<string, ModelRecord>>;

  constructor(from?: RecordsModel) {
    this.#held = Object.fromEntries(
      modelledPaths.map((path) => [path, new Map(from?.all(path).map((one) => [one.id, one]))]),
    ) as Record<ModelPath, Map<string, ModelRecord>>;
    if (from) this.isForetelling = from.isForetelling;
  }

  /** Takes a record without asking whether it may be written. */
  hold(path: ModelPath, record: ModelRecord): void {
    this.#held[path].set(record.id, record);
  }

  /** The records of each resource by id. */
  sorted(): Record<string, ModelRecord[]> {
    const byId = (one: ModelRecord, other: ModelRecord) => (one.id < other.id ? -1 : 1);
    return Object.fromEntries(modelledPaths.map((path) => [path, this.all(path).toSorted(byId)]));
  }

  all(path: ModelPath): ModelRecord[] {
    return [...this.#held[path].values()];
  }

  find(path: ModelPath, id: string): ModelRecord | undefined {
    return this.#held[path].get(id);
  }

  /** @param id the id that the service gave the new record; irrelevant when it refused. */
  create(path: ModelPath, fields: Fields, id: string): ExpectedResult {
    return this.#keep(path, { ...blank[path], ...fields, id }, null);
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
    this.isForetelling = other.isForetelling;
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

/** The default fields of a record. */
const blank: Record<ModelPath, Fields> = {
  shows: { description: null, image: null, booking_until: null },
  theatres: { address: null, postcode: null, lat: null, lng: null, capacity: null, current_show_id: null },
  people: { bio: null, image: null },
  productions: { closing_date: null },
  roles: { description: null },
  "cast-members": { role_id: null, billing_order: null },
};

/** A write whose numbers are mapped to ids when it runs: of existing records, or of none. */
export const step = fc.record({
  does: fc.constantFrom(
    ...(["create", "create", "create", "create", "update", "update", "update", "delete", "delete", "undo"] as const),
    ...(["undo", "details", "sources", "merge", "batch", "plain SQL", "plain SQL"] as const),
    ...(["forget deletions", "lose an answer"] as const),
  ),
  path: fc.constantFrom(...modelledPaths),
  picks: fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20)),
  text: fc.constantFrom("Anna", "anna", "Ärger", "Zoë", "B", "Long name of a show", "𝒳", "é"),
  match: fc.constantFrom("none", "none", "current", "stale"),
  isCascade: fc.boolean(),
  /** Its write is sent as the only one of a list of changes. */
  isList: fc.boolean(),
});
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

export function fieldsOf({ path, picks, text }: Step, model: RecordsModel): Fields {
  const [, , number, last] = picks;
  const pick = (index: 1 | 2 | 3, from: ModelPath) => {
    const all = model.all(from);
    return all[picks[index] % (all.length + 1)]?.id ?? null;
  };
  const need = (index: 1 | 2 | 3, from: ModelPath) => pick(index, from) ?? "nothing-is-called-so";
  switch (path) {
    case "shows":
      return { name: text, type: number % 2 ? "comedy" : "play", booking_until: number > 5 ? "2028-02-29" : null };
    case "theatres":
      return { name: text, capacity: number + 1, current_show_id: pick(1, "shows") };
    case "people":
      return { name: text, bio: number > 5 ? text : null };
    case "productions":
      return {
        show_id: need(1, "shows"),
        theatre_id: need(2, "theatres"),
        opening_date: "2027-01-05",
        closing_date: last > 15 ? null : `2027-01-0${1 + (last % 9)}`,
      };
    case "roles":
      return { name: text, production_id: need(1, "productions") };
    case "cast-members":
      return {
        person_id: need(1, "people"),
        production_id: need(2, "productions"),
        role_id: pick(3, "roles"),
        role_type: number % 2 === 0 ? "principal" : "swing",
        billing_order: last + 1,
      };
  }
}
