import "server-only";
import type { z } from "zod";
import { ordered } from "../../records/rows.ts";
import { resources } from "../../resources/resources.ts";

/** Restores the order of fields, which `jsonb` does not keep. */
export function orderFields(path: string, stored: unknown): Record<string, unknown> | null {
  if (typeof stored !== "object" || stored === null) return null;
  const members: Record<string, unknown> = { ...stored };
  const resource = resources.find((one) => one.path === path);
  if (!resource) return members;
  const { record, details } = resource;
  const parts: [string, z.ZodObject][] = details
    ? [
        ["details", details.document],
        ["sources", details.sources],
      ]
    : [];
  return {
    ...inOrder(members, record),
    ...Object.fromEntries(
      parts.filter(([name]) => name in members).map(([name, schema]) => [name, ordered(schema, members[name])]),
    ),
  };
}

function inOrder(members: Record<string, unknown>, { shape }: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(shape)
      .filter((name) => name in members)
      .map((name) => [name, members[name]]),
  );
}
