import "server-only";
import { inspect, type Inspected, type Problem } from "../api/body.ts";
import type { Resource } from "../api/resource.ts";
import { resources } from "../resources.ts";
import { change } from "./schema.ts";

type Fields = Inspected<Record<string, unknown>>;

/** A change as it was asked for: its shape and its fields are looked at, not yet what they name. */
export type Asked =
  | { action: "create"; resource: Resource; id: string | null; fields: Fields }
  | { action: "update"; resource: Resource; id: string; ifMatch: string | undefined; fields: Fields }
  | { action: "delete"; resource: Resource; id: string; ifMatch: string | undefined; isCascade: boolean }
  | { action: "none"; id: string | null; problems: Problem[] };

/** @param text JSON of one change; null: it is no object. */
export function inspectChange(text: string | null): Asked {
  const sent = text === null ? null : parse(text);
  if (!sent) return nothing(null, [{ path: "", message: "must be a JSON object" }]);
  const { problems, input } = inspect(sent, change);
  const id = typeof sent["id"] === "string" ? sent["id"] : null;
  if (!input) return nothing(id, problems);
  const resource = resources.find(({ path }) => path === input.resource);
  if (!resource) return nothing(id, [{ path: "resource", message: "names no resource" }]);
  const { action } = input;
  if (action === "delete")
    return { action, resource, id: input.id, ifMatch: input.if_match, isCascade: input.cascade === true };
  // As it was sent: what zod has copied lacks a field called __proto__.
  const data = sent["data"] as Record<string, unknown>;
  if (action === "create") return { action, resource, id: input.id ?? null, fields: inspect(data, resource.creation) };
  return { action, resource, id: input.id, ifMatch: input.if_match, fields: inspectUpdate(data, resource, input.id) };
}

function inspectUpdate(data: Record<string, unknown>, resource: Resource, id: string): Fields {
  const fields = inspect(data, resource.change);
  if (!("id" in data) || data["id"] === id) return fields;
  return { ...fields, problems: [...fields.problems, { path: "id", message: "is not the id of the change" }] };
}

function nothing(id: string | null, problems: Problem[]): Asked {
  return { action: "none", id, problems };
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
