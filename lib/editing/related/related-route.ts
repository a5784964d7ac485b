import "server-only";
import { z } from "zod";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { Representation } from "../../catalogue/representation.ts";
import { formatDay } from "../../core/date-words.browser.ts";
import { dayInLondon } from "../../core/dates.ts";
import type { FlatRecord } from "../../core/json.browser.ts";
import { pascalCase } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { meteredRoute, type Operation, type Route } from "../../http/route.ts";
import { exampleOf, recordParam, tagOf } from "../../records/examples.ts";
import { requireRecord, type Resource } from "../../records/resource.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { withSuccessor } from "../../records/successor.ts";
import type { CellContext, FieldShape, ReferringField, ResourceView } from "../../records/view.browser.ts";
import { labelOfRecord, namesBy, type FindRecord } from "../../resources/record-words.ts";
import { paths, resourceViews, type Entries, type ResourcePath } from "../../resources/resource-views.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import { shapes } from "../../resources/shapes.ts";
import { relatedRecords, type RelatedRecords } from "./schema.browser.ts";

const example: RelatedRecords = {
  resource: "productions",
  field: "show_id",
  title: "Productions",
  count: 1,
  groups: [
    {
      title: "Running now",
      records: [
        { id: "hamilton--victoria-palace--2017", label: "Victoria Palace Theatre", notes: ["from 6 Dec 2017"] },
      ],
    },
  ],
};

/** `GET /shows/{id}/related`: the records that refer to a record, in the words of its page (contract §29). */
export const relatedRoutes: readonly Route[] = paths
  .filter((path) => shapes[path].referrers.some(({ title }) => title !== null))
  .map((path) => {
    const resource = resourceAt(path);
    return meteredRoute(`/${path}/{id}/related`, { GET: withSuccessor(resource, relatedOperation(path, resource)) });
  });

function relatedOperation(path: ResourcePath, resource: Resource): Operation {
  const term = resource.singular.toLowerCase();
  return defineOperation({
    operationId: `listRelatedTo${pascalCase(resource.singular)}`,
    tag: tagOf(resource),
    summary: `List what refers to a ${term}`,
    description: `The records of each resource that refer to the ${term}, with their names and dates in words.`,
    access: "editRecords",
    input: { params: recordParam(resource), query: noParameters },
    output: {
      description: "One item for each field that can refer to it.",
      schema: z.array(relatedRecords),
      example: exampleOf(resource, () => [example]),
    },
    failures: [notFound(resource)],
    handle: async (context) => {
      const { catalogue, now } = context.infrastructure;
      const { record } = await requireRecord(context, resource);
      const today = dayInLondon(now());
      const related = shapes[path].referrers.flatMap((referrer) =>
        referrer.title === null ? [] : relatedBy(referrer, referrer.title, record, catalogue, today),
      );
      return { body: Representation.json(related) };
    },
  });
}

function relatedBy(
  referrer: ReferringField<ResourcePath>,
  title: string,
  record: FlatRecord,
  catalogue: Catalogue,
  today: string,
): RelatedRecords {
  const { path: resource, field, shared } = referrer;
  const find: FindRecord = (path, id) => catalogue.row(path, id)?.record;
  const records = [...catalogue.where(resource, field, record.id)].map((row) => row.record);
  const implied = new Set([field, ...(shared ?? []).filter((name) => typeof record[name] === "string")]);
  const fields = shapes[resource].fields.filter(({ name }) => !implied.has(name));
  const groups = groupRecords(resource, records, find, today).map((group) => ({
    title: group.title,
    records: group.records.map((one) => describeRecord(resource, one, fields, find)),
  }));
  return { resource, field, title, count: records.length, groups };
}

/** A record without what its reader knows already. @param fields those that the reader does not know. */
function describeRecord(
  resource: ResourcePath,
  record: FlatRecord,
  fields: readonly FieldShape<ResourcePath>[],
  find: FindRecord,
): RelatedRecords["groups"][number]["records"][number] {
  const nameOf = namesBy(find);
  const names: string[] = [];
  const notes: string[] = [];
  const days: unknown[] = [];
  for (const field of fields) {
    const value = record[field.name];
    if (field.kind === "date") days.push(value);
    if (typeof value !== "string") continue;
    if (field.kind === "choice") notes.push(value.replaceAll("-", " "));
    if (field.kind === "reference") (field.isOptional ? notes : names).push(nameOf(field.to, value));
  }
  const { name } = record;
  const label = typeof name === "string" ? name : names.join(", ") || labelOfRecord(resource, record, find);
  return { id: record.id, label, notes: [...notes, ...daysInWords(days)] };
}

/** One date, or the two of a run: `3 Sept 2026 – 4 Jan 2027`, `from 3 Sept 2026`. */
function daysInWords(days: readonly unknown[]): string[] {
  const [first, last] = days.map((day) => (typeof day === "string" ? formatDay(day) : null));
  if (!first) return last ? [`until ${last}`] : [];
  if (days.length === 1) return [first];
  return [last ? `${first} – ${last}` : `from ${first}`];
}

/** The records in the groups of their resource, in order; one group without a title for a resource without groups. */
function groupRecords(resource: ResourcePath, records: readonly FlatRecord[], find: FindRecord, today: string) {
  // Each path has its own type of records; these are of this path.
  const { groups } = resourceViews[resource] as ResourceView<FlatRecord, Entries>;
  if (!groups) return records.length > 0 ? [{ title: null, records }] : [];
  // A view looks records up by their ids, and needs nothing that only a list has.
  const directory = Object.fromEntries(
    paths.map((path) => [path, { get: (id: string) => find(path, id) }]),
  ) as unknown as CellContext<Entries>["directory"];
  const valued = records.map((record) => ({ record, value: groups.valueOf(record, { directory, today }) }));
  const groupOf = (title: string | null, isMeant: (value: string | null) => boolean) => ({
    title,
    records: valued.filter(({ value }) => isMeant(value)).map(({ record }) => record),
  });
  return [
    ...Object.entries(groups.titles).map(([value, title]) => groupOf(title, (one) => one === value)),
    groupOf(null, (value) => value === null || !(value in groups.titles)),
  ].filter((group) => group.records.length > 0);
}
