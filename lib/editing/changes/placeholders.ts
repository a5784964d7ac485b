import "server-only";
import type { Validated } from "../../http/body.ts";
import type { Resource } from "../../records/resource.ts";
import type { InspectedChange } from "./inspect-change.ts";

type Fields = Record<string, unknown>;

const prefix = "new:";

/** Whether a change's id only names its new record within the batch. */
export function isPlaceholder(id: string | null): id is string {
  return id?.startsWith(prefix) ?? false;
}

/** The ids that the new records of a batch got, by the placeholders that its later changes use. */
export class Placeholders {
  readonly #ids = new Map<string, string>();

  add(path: string, placeholder: string, id: string): void {
    this.#ids.set(keyOf(path, placeholder), id);
  }

  has(path: string, placeholder: string): boolean {
    return this.#ids.has(keyOf(path, placeholder));
  }

  /** The change with the ids that are known by now. An unknown placeholder stays, and no record has it. */
  resolve<Change extends InspectedChange>(change: Change): Change {
    if (change.action === "none") return change;
    const id = change.action === "create" ? change.id : this.#idOf(change.resource.path, change.id);
    if (change.action === "delete") return { ...change, id };
    const { resource, parts } = change;
    const details = parts.details && mapSent(parts.details, (fields) => this.#resolveDetails(resource, fields));
    const fields = mapSent(change.fields, (values) => this.#resolveFields(resource, values));
    return { ...change, id, fields, parts: { ...parts, details } };
  }

  #resolveFields({ references }: Resource, fields: Fields): Fields {
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const to = references[name];
        return [name, to && typeof value === "string" ? this.#idOf(to.path, value) : value];
      }),
    );
  }

  #resolveDetails({ detailReferences }: Resource, fields: Fields): Fields {
    const resolved = { ...fields };
    for (const { field, member, repository } of detailReferences) {
      const value = fields[field];
      if (typeof value === "string") resolved[field] = this.#idOf(repository.path, value);
      else if (member !== undefined && Array.isArray(value))
        resolved[field] = value.map((entry: unknown) => this.#resolveEntry(repository.path, entry, member));
    }
    return resolved;
  }

  #resolveEntry(path: string, entry: unknown, member: string): unknown {
    if (typeof entry !== "object" || entry === null) return entry;
    const id = (entry as Fields)[member];
    return typeof id === "string" ? { ...entry, [member]: this.#idOf(path, id) } : entry;
  }

  #idOf(path: string, id: string): string {
    return this.#ids.get(keyOf(path, id)) ?? id;
  }
}

function mapSent({ sent, issues, input }: Validated<Fields>, resolved: (fields: Fields) => Fields): Validated<Fields> {
  return { sent: resolved(sent), issues, input: input && resolved(input) };
}

function keyOf(path: string, placeholder: string): string {
  return `${path} ${placeholder}`;
}
