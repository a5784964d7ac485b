import "server-only";
import { z } from "zod";

interface Shapes {
  /** The schema of a single record. */
  record: z.ZodObject;
  /** The schema of a list entry. */
  entry: z.ZodObject;
}

/** The body of a `POST`: every nullable field may also be absent. */
export function creationSchema({ record }: Shapes): z.ZodObject {
  const fields = writable(record).map(([name, field]) => [
    name,
    field.safeParse(null).success ? field.optional() : field,
  ]);
  return z
    .strictObject(Object.fromEntries(fields))
    .meta(titled(record, "Creation", "The fields of a new record. An absent optional field is null."));
}

/**
 * The body of a `PUT`. It accepts and ignores the id and embedded records, so that a record can be sent back as it
 * was read.
 */
export function changeSchema({ record, entry }: Shapes): z.ZodObject {
  const fields = writable(record).map(([name, field]) => [name, field.optional()]);
  const nested = Object.keys(entry.shape).filter((name) => !(name in record.shape));
  const ignored = [
    ["id", z.unknown().optional().describe("Ignored when it equals the path's id; any other is refused.")],
    ...nested.map((name) => [name, z.unknown().optional().describe("Ignored: read-only part of a list entry.")]),
  ];
  return z
    .strictObject({ ...Object.fromEntries(ignored), ...Object.fromEntries(fields) })
    .meta(
      titled(record, "Change", "The fields to change. An absent field keeps its value; null clears a nullable one."),
    );
}

function writable(record: z.ZodObject): [string, z.ZodType][] {
  return Object.entries(record.shape as Record<string, z.ZodType>).filter(([name]) => name !== "id");
}

/** Names an input after its record: `Show` → `ShowCreation`. Unnamed records have unnamed inputs. */
function titled(record: z.ZodObject, suffix: string, description: string) {
  const id = record.meta()?.id;
  return { ...(id === undefined ? {} : { id: `${id}${suffix}` }), description };
}
