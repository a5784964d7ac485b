import "server-only";
import { z } from "zod";
import type { FlatRecord } from "../core/json.browser.ts";
import type { RecordReference } from "../core/fields.browser.ts";
import type { SortOrder } from "../core/sort.ts";

/** What the catalogue needs to know of a resource. */
export interface CatalogueDefinition {
  /** The path under `/api`, without the slash. */
  readonly path: string;
  readonly record: z.ZodObject;
  /** The schema of a list entry: the record's fields, and the records that it embeds. */
  readonly entry: z.ZodObject;
  readonly filters: readonly string[];
  /** Of its list. Entries that embed nothing have null. */
  readonly order: SortOrder<{ readonly record: FlatRecord; readonly embedded: FlatRecord | null }>;
  readonly repository: {
    /** The name of its table. */
    readonly name: string;
    readonly columns: readonly string[];
    readonly references: ReadonlyMap<string, RecordReference>;
  };
  /** Takes a row apart into the documents that the API shows. */
  documentsOf(row: FlatRecord): Documents;
}

/** The documents of a row, parsed. */
export interface Documents {
  readonly record: FlatRecord;
  /** As they are stored, without what depends on the day. */
  readonly details: FlatRecord;
  readonly sources: Readonly<Record<string, unknown>>;
}

/** A record that list entries embed: `person`, by the reference in `person_id`, with some of its fields. */
export interface Embed {
  readonly name: string;
  /** The reference that leads to the embedded record. */
  readonly field: string;
  /** The resource of the embedded record. */
  readonly path: string;
  /** The embedded fields, in order; those that are no fields of the record are embedded themselves. */
  readonly fields: readonly (string | Embed)[];
}

/** What the entries of a resource embed, derived from the schema of its entries. */
export function embedsOf(
  { path, record, entry, repository }: CatalogueDefinition,
  definitions: ReadonlyMap<string, CatalogueDefinition>,
): Embed[] {
  const shape: Record<string, z.ZodType> = entry.shape;
  return Object.entries(shape).flatMap(([name, schema]): Embed[] => {
    if (name in record.shape) return [];
    const field = `${name}_id`;
    const target = definitions.get(repository.references.get(field)?.to ?? "");
    const object = schema instanceof z.ZodNullable ? (schema as z.ZodNullable<z.ZodType>).unwrap() : schema;
    if (!target || !(object instanceof z.ZodObject))
      throw new Error(`An entry of ${path} embeds "${name}", but no field ${field} refers to a record.`);
    const nested = embedsOf({ ...target, entry: object }, definitions);
    const fields = Object.keys(object.shape).map((one) => nested.find((embed) => embed.name === one) ?? one);
    return [{ name, field, path: target.path, fields }];
  });
}

/** The fields by whose values the rows of a resource are found: filters and references. */
export function indexedFields({ filters, repository }: CatalogueDefinition): string[] {
  return [...new Set([...filters, ...repository.references.keys()])];
}

/** The values of an indexed field: one, or one for each entry of a list. A filter finds records without a value by "". */
export function valuesOf(
  { filters, repository }: CatalogueDefinition,
  { record, details }: Documents,
  field: string,
): readonly string[] {
  const value = field in record ? record[field] : details[field];
  const member = repository.references.get(field)?.member;
  if (member !== undefined) return [...new Set((value as FlatRecord[]).map((one) => String(one[member])))];
  if (typeof value === "string") return [value];
  return filters.includes(field) ? [""] : [];
}

let defined: readonly CatalogueDefinition[] = [];

/** Tells the catalogue which resources there are. Their modules import the infrastructure's types, so it can't import them. */
export function defineCatalogue(definitions: readonly CatalogueDefinition[]): void {
  defined = definitions;
}

/** @throws Error when `defineCatalogue` has not been called. */
export function catalogueDefinitions(): readonly CatalogueDefinition[] {
  if (defined.length === 0) throw new Error("The catalogue has no resources: import lib/resources/resources.ts.");
  return defined;
}

/** What the database has of the resource at this path. @throws Error when there is no such resource. */
export function tableAt(path: string): CatalogueDefinition["repository"] {
  const found = catalogueDefinitions().find((one) => one.path === path);
  if (!found) throw new Error(`The catalogue has no resource "${path}".`);
  return found.repository;
}
