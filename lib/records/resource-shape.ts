import "server-only";
import { z } from "zod";
import { partialDate, referencesIn } from "../core/fields.browser.ts";
import type { Resource } from "./resource.ts";
import { capitalised, namingPaths } from "./terms.browser.ts";
import type { FieldShape, ReferringField, ResourceShape, ResourceView } from "./view.browser.ts";

type Views = Readonly<Record<string, ResourceView<Record<string, unknown>, never>>>;

/** A longer limit gives a field of several lines. */
const maxLineLength = 200;

/** What the dashboard needs of a resource's schemas. @param all all resources, including those that it refers to. */
export function resourceShape(resource: Resource, all: readonly Resource[], views: Views): ResourceShape {
  const view = views[resource.path];
  const details = resource.details && fieldShapes(resource.details.document);
  return {
    fields: fieldShapes(resource.record, resource.entry),
    namedBy: view ? namingPaths(view).flatMap((way) => notEmbedded(way, resource, all)) : [],
    referrers: referrersOf(resource, all, views),
    ...(resource.isMergeable && { isMergeable: true }),
    ...(details && { details: details.filter(({ name }) => name !== "id" && name !== "verified_at") }),
  };
}

/** Required references come first. */
function referrersOf(resource: Resource, all: readonly Resource[], views: Views): ReferringField[] {
  const recordReferences = referencesIn(resource.record);
  const referring = all.flatMap(({ path, record }) => {
    const view = views[path];
    const references = [...referencesIn(record)];
    return references.flatMap(([field, { to }]) => {
      if (to !== resource.path) return [];
      const isOptional = isNullable(record, field);
      const others = references.filter(
        ([name, other]) => name !== field && recordReferences.get(name)?.to === other.to,
      );
      const title = view?.fields?.[field]?.relatedTitle;
      return {
        isOptional,
        path,
        field,
        title: title === undefined ? capitalised(view?.plural ?? path) : title,
        shared: isOptional && "name" in record.shape ? null : others.map(([name]) => name),
      };
    });
  });
  return referring
    .toSorted((a, b) => Number(a.isOptional) - Number(b.isOptional))
    .map(({ isOptional: _isOptional, ...referrer }) => referrer);
}

/** The shape of each field of a record, or of an object in its details. @param entry what a list shows of it. */
function fieldShapes(record: z.ZodObject, entry = record): FieldShape[] {
  const references = referencesIn(record);
  return Object.entries(record.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const isOptional = isNullable(record, name);
    const common = { name, ...(isOptional && { isOptional }) };
    if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)
      return { ...common, kind: "list", members: fieldShapes(schema.element) };
    if (schema instanceof z.ZodObject) return { ...common, kind: "ids", schemes: Object.keys(schema.shape) };
    const to = references.get(name)?.to;
    const { anyOf, ...own } = z.toJSONSchema(schema, { io: "output" });
    const { type, format, pattern, enum: options, maxLength } = anyOf?.[0] ?? own;
    if (to) return { ...common, kind: "reference", to, ...(embedded(entry, name) && { isEmbedded: true }) };
    if (pattern === partialDate.meta()?.["pattern"]) return { ...common, kind: "partialDate" };
    if (options) return { ...common, kind: "choice", options: options.map(String) };
    if (type === "number" || type === "integer") return { ...common, kind: "number" };
    if (format === "date") return { ...common, kind: "date" };
    const kind = format === "uri" ? "url" : (maxLength ?? 0) > maxLineLength ? "text" : "line";
    return { ...common, kind, ...(maxLength !== undefined && { maxLength }) };
  });
}

/** The resources on a reference path from a list entry, except those that the entry embeds. */
function notEmbedded(way: Readonly<Record<string, string>>, from: Resource, all: readonly Resource[]): string[] {
  const needed: string[] = [];
  let here: z.ZodObject | undefined = from.entry;
  for (const [field, to] of Object.entries(way)) {
    const inside: z.ZodObject | undefined = here && embedded(here, field);
    if (!inside) needed.push(to);
    here = inside ?? all.find(({ path }) => path === to)?.entry;
  }
  return needed;
}

/** The schema of the record that an entry embeds for a reference field. */
function embedded({ shape }: z.ZodObject, field: string): z.ZodObject | undefined {
  const schema: unknown = shape[field.replace(/_id$/, "")];
  const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  return inner instanceof z.ZodObject ? inner : undefined;
}

export function isNullable({ shape }: z.ZodObject, field: string): boolean {
  return (shape as Record<string, z.ZodType>)[field]?.safeParse(null).success ?? false;
}
