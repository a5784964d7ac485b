import "server-only";
import { z } from "zod";

interface Shapes {
  /** A record as its single read shows it. */
  record: z.ZodObject;
  /** A record as it stands in the list. */
  entry: z.ZodObject;
}

/** What a `POST` takes: every field that may be null may also be absent. */
export function creationSchema({ record }: Shapes): z.ZodObject {
  const fields = writable(record).map(([name, field]) => [
    name,
    field.safeParse(null).success ? field.optional() : field,
  ]);
  return z
    .strictObject(Object.fromEntries(fields))
    .meta(titled(record, "Creation", "What a new record is made of. An optional field that is absent is null."));
}

/** What a `PUT` takes. A record that was read can be sent back whole: its id and what is nested in it are let through, and ignored. */
export function changeSchema({ record, entry }: Shapes): z.ZodObject {
  const fields = writable(record).map(([name, field]) => [name, field.optional()]);
  const nested = Object.keys(entry.shape).filter((name) => !(name in record.shape));
  const ignored = [
    ["id", z.unknown().optional().describe("Ignored where it is the path's; any other is refused.")],
    ...nested.map((name) => [
      name,
      z.unknown().optional().describe("Ignored: it stands in the list only for reading."),
    ]),
  ];
  return z
    .strictObject({ ...Object.fromEntries(ignored), ...Object.fromEntries(fields) })
    .meta(
      titled(
        record,
        "Change",
        "The fields to change. An absent one keeps its value; null clears one that may be null.",
      ),
    );
}

function writable(record: z.ZodObject): [string, z.ZodType][] {
  return Object.entries(record.shape as Record<string, z.ZodType>).filter(([name]) => name !== "id");
}

/** `Show` → `ShowCreation`; a record without a name has inputs without one. */
function titled(record: z.ZodObject, suffix: string, description: string) {
  const id = record.meta()?.id;
  return { ...(id === undefined ? {} : { id: `${id}${suffix}` }), description };
}
