import "server-only";
import { resources } from "../resources/resources.ts";

/** Restores the order of fields, which `jsonb` does not keep. */
export function orderFields(path: string, stored: unknown): Record<string, unknown> | null {
  if (typeof stored !== "object" || stored === null) return null;
  const members: Record<string, unknown> = { ...stored };
  const names = Object.keys(resources.find((resource) => resource.path === path)?.record.shape ?? members);
  return Object.fromEntries(names.filter((name) => name in members).map((name) => [name, members[name]]));
}
