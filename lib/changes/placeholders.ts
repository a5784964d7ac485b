import "server-only";
import type { Validated } from "../http/body.ts";
import type { Resource } from "../resource/resource.ts";
import type { InspectedChange } from "./inspect-change.ts";

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
    return { ...change, id, fields: this.#resolveFields(change.resource, change.fields) };
  }

  #resolveFields({ references }: Resource, { sent, issues, input }: Validated<Record<string, unknown>>) {
    const resolved = (fields: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => {
          const to = references[name];
          return [name, to && typeof value === "string" ? this.#idOf(to.path, value) : value];
        }),
      );
    return { sent: resolved(sent), issues, input: input && resolved(input) };
  }

  #idOf(path: string, id: string): string {
    return this.#ids.get(keyOf(path, id)) ?? id;
  }
}

function keyOf(path: string, placeholder: string): string {
  return `${path} ${placeholder}`;
}
