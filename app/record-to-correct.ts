import "server-only";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { detailsShape, recordShape } from "@/components/records/form/record-shape";
import { fieldInWords, labelOfRecord, type FindRecord } from "@/lib/resources/record-words";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { shapes } from "@/lib/resources/shapes";

/** A record as the pages about suggestions show it. @returns null when there is no such record. */
export async function recordToCorrect(path: ResourcePath, id: string) {
  const { catalogue, readVersions } = await pageInfrastructure();
  await catalogue.reach((await readVersions())?.data ?? null);
  const row = catalogue.row(path, id);
  if (!row) return null;
  const find: FindRecord = (one, other) => catalogue.row(one, other)?.record;
  const values: Readonly<Record<string, unknown>> = { ...row.details, ...row.record };
  const show = path === "productions" ? values["show_id"] : undefined;
  return {
    name: labelOfRecord(path, row.record, find),
    /** Its page for people, or that of its show. */
    page:
      path === "shows" || path === "theatres" || path === "people"
        ? `/${path}/${encodeURIComponent(id)}`
        : typeof show === "string"
          ? `/shows/${encodeURIComponent(show)}`
          : null,
    fields: [...recordShape(path, shapes[path]).fields, ...detailsShape(path, shapes[path]).fields].map((field) => ({
      ...field,
      /** Its value in words. */
      present: fieldInWords(path, field.name, values, find)?.value ?? "empty",
    })),
  };
}
