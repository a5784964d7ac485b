/** What contract §5 makes of writes, in memory: the six resources, their references, and nothing else. */

export type Fields = Record<string, unknown>;
export type Held = Fields & { id: string };

/** What an answer comes to. */
export interface Expected {
  status: number;
  /** The record that is answered; null for a refusal. */
  record: Held | null;
}

/** In an order in which each refers only to those before it. */
export const modelled = ["shows", "theatres", "people", "productions", "roles", "cast-members"] as const;
export type Path = (typeof modelled)[number];

const references: Record<Path, Record<string, Path>> = {
  shows: {},
  theatres: { current_show_id: "shows" },
  people: {},
  productions: { show_id: "shows", theatre_id: "theatres" },
  roles: { production_id: "productions" },
  "cast-members": { person_id: "people", production_id: "productions", role_id: "roles" },
};
const cascades: Partial<Record<Path, readonly Path[]>> = {
  productions: ["roles", "cast-members"],
  people: ["cast-members"],
  roles: ["cast-members"],
};

export class RecordsModel {
  readonly #held: Record<Path, Map<string, Held>>;

  constructor(from?: RecordsModel) {
    this.#held = Object.fromEntries(
      modelled.map((path) => [path, new Map(from?.all(path).map((one) => [one.id, one]))]),
    ) as Record<Path, Map<string, Held>>;
  }

  all(path: Path): Held[] {
    return [...this.#held[path].values()];
  }

  find(path: Path, id: string): Held | undefined {
    return this.#held[path].get(id);
  }

  /** @param id what the service has called the new record; any where it refused. */
  create(path: Path, fields: Fields, id: string): Expected {
    return this.#keep(path, { ...fields, id }, null);
  }

  /** @param isCurrent whether an If-Match, if any, still holds. */
  update(path: Path, id: string, fields: Fields, isCurrent = true): Expected {
    const before = this.find(path, id);
    if (!before) return refused(404);
    return isCurrent ? this.#keep(path, { ...before, ...fields, id }, before) : refused(412);
  }

  remove(path: Path, id: string, { isCascade = false, isCurrent = true } = {}): Expected {
    const before = this.find(path, id);
    if (!before) return refused(404);
    if (!isCurrent) return refused(412);
    const referring = modelled.flatMap((other) =>
      this.#referring(other, path, id).map((one) => ({ other, id: one.id })),
    );
    const taken = isCascade ? (cascades[path] ?? []) : [];
    if (referring.some(({ other }) => !taken.includes(other))) return refused(409);
    for (const one of referring) this.#held[one.other].delete(one.id);
    this.#held[path].delete(id);
    return { status: 200, record: before };
  }

  /** Takes the place of what is here. */
  become(other: RecordsModel): void {
    for (const path of modelled) this.#held[path] = new Map(other.all(path).map((one) => [one.id, one]));
  }

  #keep(path: Path, after: Held, before: Held | null): Expected {
    for (const [field, target] of Object.entries(references[path])) {
      const id = after[field];
      if (typeof id === "string" && !this.find(target, id)) return refused(400);
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

  #referring(from: Path, target: Path, id: string): Held[] {
    const fields = Object.keys(references[from]).filter((field) => references[from][field] === target);
    return this.all(from).filter((one) => fields.some((field) => one[field] === id));
  }
}

function refused(status: number): Expected {
  return { status, record: null };
}

function isBefore(last: unknown, first: unknown): boolean {
  return typeof last === "string" && typeof first === "string" && last < first;
}

function isSamePart(one: Held, other: Held): boolean {
  return ["person_id", "production_id", "role_id", "role_type"].every((field) => one[field] === other[field]);
}
