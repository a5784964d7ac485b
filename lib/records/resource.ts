import "server-only";
import type { z } from "zod";
import type { CatalogueDefinition } from "../catalogue/definition.ts";
import type { Row as CatalogueRow } from "../catalogue/row.ts";
import { AppError } from "../core/errors.ts";
import { whenDone, type Soon } from "../core/promises.ts";
import { referencesIn, type RecordReference } from "../core/fields.browser.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import { byNameThenId, type SortOrder } from "../core/sort.ts";
import type { FieldIssue } from "../http/body.ts";
import type { RequestContext } from "../http/route.ts";
import { createRepository, withUtcTime, type RecordReader, type Repository } from "./repository.ts";
import { recordOf, sourcesOf, storedDetailsOf } from "./rows.ts";
import {
  changeSchema,
  createDetails,
  creationSchema,
  type DetailsDefinition,
  type ResourceDetails,
} from "./details.ts";
import type { ResourcePath } from "../resources/resource-views.browser.ts";
import type { UniqueField } from "./unique-by.browser.ts";

/** The relations that `include` can offer, beside details and sources. */
export type IncludedRelation = "theatre" | "cast" | "crew" | "productions" | "credits" | "production.theatre";

/** A parameter that takes values of an enum: the resource and the field that have it. */
interface SearchEnum {
  readonly resource: ResourcePath;
  readonly field: string;
  readonly values: readonly [string, ...string[]];
}

/** How a resource is searched (contract §15), beside what follows from its schemas. */
export interface SearchDefinition {
  /** The resources whose names `q` is compared with. Default: the resource itself. */
  readonly names?: readonly ResourcePath[];
  /** By parameter. */
  readonly enums?: Readonly<Record<string, SearchEnum>>;
  /** The resource whose dates decide what runs on a day. */
  readonly runningOn?: ResourcePath;
  /** The fields whose days can be limited, by the name that the parameters `<name>_from` and `<name>_to` begin with. */
  readonly days?: Readonly<Record<string, string>>;
  /** Whether the parameters `plays_on`, `plays_at` and `access` ask for performances (contract §27). */
  readonly hasPerformances?: boolean;
  readonly relations?: readonly IncludedRelation[];
}

/** A resource as its folder defines it. */
export interface DeclaredResource extends CatalogueDefinition {
  /** The schema of a POST body. */
  readonly creation: z.ZodObject;
  /** The schema of a PUT body. */
  readonly change: z.ZodObject;
  /** What else is known about a record; null: nothing. */
  readonly details: ResourceDetails | null;
  readonly isMergeable?: boolean;
  /** Absent: it has no search of its own. */
  readonly search?: SearchDefinition;
  /** Whether each record has a calendar of its own, of the dates that name the record (`lib/listings/feeds/calendar-dates.ts`). */
  readonly hasCalendar?: boolean;
  /** Whether its list ignores parameters that it does not know, and takes a filter several times, as the first six do. */
  readonly isLenient?: boolean;
  /** The fields whose values no two records have in common. */
  readonly uniqueBy?: readonly UniqueField[];
  /** The fields whose values make the id of a new record: groups joined by `--`, values of a group by `-`. */
  readonly identifiedBy: readonly (readonly string[])[];
  readonly repository: Repository;
  /** The fields that `check` reads; it is skipped while one of them is invalid. Absent: all fields. */
  readonly checkedFields?: readonly string[];
  /** Issues between the fields of a record whose fields are valid by themselves. `before` is null for a new record. */
  check(records: RecordReader, record: FlatRecord, before: FlatRecord | null): Promise<FieldIssue[]>;
}

/** A resource with the words of its view, capitalised. */
export interface NamedResource extends DeclaredResource {
  readonly singular: string;
  readonly plural: string;
}

/** A resource linked to the others, as routes, documentation and tests use it. */
export interface Resource extends NamedResource {
  /** The fields of the record that refer to other records. */
  readonly references: readonly ResourceReference[];
  /** The same of the details. */
  readonly detailReferences: readonly ResourceReference[];
  /** The fields of other resources that refer to this one. */
  readonly dependants: readonly Dependant[];
}

export interface ResourceReference {
  readonly field: string;
  /** The member of each entry of the field's list that refers; undefined: the field itself. */
  readonly member: string | undefined;
  /** The path of the other resource. */
  readonly to: string;
}

/** A field of another resource that refers to this one. */
export interface Dependant extends Pick<ResourceReference, "field" | "member"> {
  /** The resource of the referring records. */
  readonly owner: Resource;
  /** What `?cascade=true` may do: delete the referring records too, or clear the reference; `restrict`: nothing. */
  readonly onDelete: RecordReference["onDelete"];
  /** How a 409 counts the referring records. */
  readonly countedAs: string;
}

/** A record, and the fields that a list entry appends to it. */
export interface ListRow<Record, Entry> {
  record: Record;
  embedded: Omit<Entry, keyof Record>;
}

interface Definition<
  RecordSchema extends z.ZodObject,
  EntrySchema extends z.ZodObject,
  DetailsSchema extends z.ZodObject,
> extends Pick<DeclaredResource, "path" | "isLenient" | "isMergeable" | "search" | "hasCalendar"> {
  record: RecordSchema;
  /** A field `person` beside the record's own is the record that `person_id` refers to. Default: the record. */
  entry?: EntrySchema;
  /** Absent: nothing else is known about a record, and it has no sources. */
  details?: DetailsDefinition<Row<RecordSchema, DetailsSchema>, DetailsSchema>;
  filters?: readonly (keyof z.infer<RecordSchema> & string)[];
  uniqueBy?: readonly UniqueField<keyof z.infer<RecordSchema> & string>[];
  /** Default: the `name`, or the references of a record without one. A date stands for its year. */
  identifiedBy?: readonly (readonly (keyof z.infer<RecordSchema> & string)[])[];
  /** Default: by its name, then by its id. */
  order?: SortOrder<ListRow<z.infer<RecordSchema>, z.infer<EntrySchema>>>;
  checkedFields?: readonly (keyof z.infer<RecordSchema> & string)[];
  check?(
    records: RecordReader,
    record: NoInfer<Row<RecordSchema, DetailsSchema>>,
    before: NoInfer<Row<RecordSchema, DetailsSchema>> | null,
  ): FieldIssue[] | Promise<FieldIssue[]>;
}

/** A record with its details. */
type Row<RecordSchema extends z.ZodObject, DetailsSchema extends z.ZodObject> = z.infer<RecordSchema> &
  z.infer<DetailsSchema>;

/** Defines a resource from its schemas; everything else is derived from them. */
export function defineResource<
  RecordSchema extends z.ZodObject,
  EntrySchema extends z.ZodObject = RecordSchema,
  DetailsSchema extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(definition: Definition<RecordSchema, EntrySchema, DetailsSchema>): DeclaredResource {
  const { record, entry = record, filters = [], order = byNameThenId, check, details, ...rest } = definition;
  const ofDetails = details ? createDetails(record, details) : null;
  const schemas = { record, details: ofDetails };
  // The audit log and requests have untyped records, whose fields the schema has already parsed.
  const typed = (record: FlatRecord) => record as unknown as Row<RecordSchema, DetailsSchema>;
  return {
    ...rest,
    record,
    entry,
    filters,
    // The schemas parsed the fields that it reads when they were written.
    order: order as unknown as DeclaredResource["order"],
    identifiedBy: rest.identifiedBy ?? ["name" in record.shape ? ["name"] : [...referencesIn(record).keys()]],
    repository: createRepository(rest.path, record, details?.document),
    details: ofDetails,
    creation: creationSchema(record),
    change: changeSchema(record, entry),
    documentsOf: (stored) => {
      const row = withUtcTime(stored);
      return {
        record: recordOf(schemas, row),
        details: storedDetailsOf(schemas, row),
        sources: sourcesOf(schemas, row),
      };
    },
    check: async (records, record, before) => (await check?.(records, typed(record), before && typed(before))) ?? [],
  };
}

/** The row that the path names, as new as the request needs it. @throws AppError 404 when there is none. */
export function requireRecord(
  {
    params,
    infrastructure: { catalogue },
    versions,
  }: Pick<RequestContext, "infrastructure" | "versions"> & { readonly params: { readonly id: string } },
  resource: Pick<Resource, "path" | "singular">,
): Soon<CatalogueRow> {
  return whenDone(catalogue.reach(versions?.data ?? null), () => {
    const row = catalogue.row(resource.path, params.id);
    if (!row) throw notFoundError(resource);
    return row;
  });
}

export function notFoundError({ singular }: Pick<Resource, "singular">): AppError {
  return new AppError("not_found", { error: `${singular} not found` });
}
