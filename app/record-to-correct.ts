import "server-only";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { valueOrNone } from "@/components/records/details/value-words";
import { detailsShape, recordShape } from "@/components/records/form/record-shape";
import { nameOfRecord, type Directory } from "@/components/records/record-name";
import { paths, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { shapes } from "@/lib/resources/shapes";

/** A record as the pages about suggestions show it. @returns null when there is no such record. */
export async function recordToCorrect(path: ResourcePath, id: string) {
  const { catalogue, readVersions } = await pageInfrastructure();
  await catalogue.reach((await readVersions())?.data ?? null);
  const row = catalogue.row(path, id);
  if (!row) return null;
  // Names look up single records.
  const directory = Object.fromEntries(
    paths.map((one) => [one, { get: (other: string) => catalogue.row(one, other)?.record }]),
  ) as unknown as Directory;
  const values: Readonly<Record<string, unknown>> = { ...row.details, ...row.record };
  const show = path === "productions" ? values["show_id"] : undefined;
  return {
    name: nameOfRecord(path, id, directory),
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
      present: valueOrNone(values[field.name], field, directory),
    })),
  };
}
