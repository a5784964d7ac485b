import "server-only";
import { z } from "zod";
import type { DeclaredResource } from "./resource.ts";

/**
 * What Prisma's schema can't express: the triggers of a resource's table and a CHECK for each limit in its schema
 * (contract §5), by their names, with the statements that add them. Without the version trigger, lists would never be
 * read again; without the next one, a new record could get the id of a deleted one; without the others, its changes
 * would not be among the updates (contract §16).
 */
export function databaseRules({
  repository,
  record,
  details,
}: Pick<DeclaredResource, "repository" | "record" | "details">) {
  const { name } = repository;
  const { sources } = (details?.sources.shape ?? {}) as Record<string, z.ZodType>;
  const shape: Record<string, z.ZodType> = { ...record.shape, ...details?.document.shape, ...(sources && { sources }) };
  const checks = Object.entries(shape).flatMap(([field, schema]) => {
    const isForeign =
      field === "id" || (repository.references.get(field)?.member === undefined && repository.references.has(field));
    const condition = isForeign ? "" : conditionOf(`"${field}"`, schema);
    const rule = `${name}_${field}_check`;
    return condition
      ? [{ name: rule, sql: `ALTER TABLE "${name}" ADD CONSTRAINT "${rule}" CHECK (${condition});` }]
      : [];
  });
  const [version, retirement] = [`${name}_version`, `${name}_retirement`];
  return [
    ...checks,
    {
      name: version,
      sql: `CREATE TRIGGER "${version}" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "${name}"\n  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('data');`,
    },
    {
      name: retirement,
      sql: `CREATE TRIGGER "${retirement}" AFTER DELETE ON "${name}" REFERENCING OLD TABLE AS "deleted"\n  FOR EACH STATEMENT EXECUTE FUNCTION "retire_ids"('${repository.path}');`,
    },
    ...numberedEvents.map(({ suffix, event, tables }) => ({
      name: `${name}_${suffix}`,
      sql: `CREATE TRIGGER "${name}_${suffix}" AFTER ${event} ON "${name}"${tables}\n  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('${repository.path}');`,
    })),
  ];
}

/** A trigger with transition tables can have only one event. */
const numberedEvents = [
  { suffix: "insertion", event: "INSERT", tables: ' REFERENCING NEW TABLE AS "after"' },
  { suffix: "update", event: "UPDATE", tables: ' REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"' },
  { suffix: "deletion", event: "DELETE", tables: ' REFERENCING OLD TABLE AS "before"' },
  { suffix: "truncation", event: "TRUNCATE", tables: "" },
] as const;

/** Empty when the column's type is the whole rule. */
function conditionOf(column: string, schema: z.ZodType): string {
  const { anyOf, ...own } = z.toJSONSchema(schema, { io: "output" });
  const { type, format, enum: options, minLength, maxLength, pattern, minimum, maximum } = anyOf?.[0] ?? own;
  if (options !== undefined) return "";
  if (type === "array" || type === "object") return `jsonb_typeof(${column}) = '${type}'`;
  if (type === "number" || type === "integer") return `${column} BETWEEN ${minimum} AND ${maximum}`;
  if (format === "date-time") return "";
  if (format === "date") return `${column} BETWEEN '0001-01-01' AND '9999-12-31'`;
  const length = `char_length(${column})`;
  return [
    maxLength !== undefined &&
      (minLength ? `${length} BETWEEN ${minLength} AND ${maxLength}` : `${length} <= ${maxLength}`),
    schema.safeParse(" a ").data === "a" && `${column} = btrim(${column})`,
    format === "uri" && `${column} ~* '^https?://'`,
    format === undefined && pattern !== undefined && `${column} ~ '${pattern.replaceAll("'", "''")}'`,
  ]
    .filter((part) => part !== false)
    .join(" AND ");
}
