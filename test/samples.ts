import { resources } from "../lib/resources/resources.ts";
import { fieldValues } from "./field-values.ts";

/** The test data of a resource, from its `sample.ts`. */
export interface Sample<Record> {
  /** A body that creates a record; it may refer to records of the dataset. `n` makes bodies differ. */
  body(n: number): Creation<Record>;
  /** Further refused values, because of the resource's own rules. */
  readonly refused?: { readonly [Field in keyof Record]?: readonly unknown[] };
  /** Replaces the accepted values of the field's kind, if not all of them fit the rest of `body`. */
  readonly allowed?: { readonly [Field in keyof Record]?: readonly unknown[] };
}

/** Nullable fields may be absent. */
type Creation<Record> = Omit<
  { [Field in keyof Record as null extends Record[Field] ? never : Field]: Record[Field] } & {
    [Field in keyof Record as null extends Record[Field] ? Field : never]?: Record[Field];
  },
  "id"
>;

type Values = Readonly<Record<string, readonly unknown[]>>;
type AnySample = Sample<Record<string, unknown>>;

const files = import.meta.glob<{ sample: AnySample }>("/lib/resources/*/sample.ts", { eager: true });

const found = resources.map((resource) => {
  const file = `/lib/resources/${resource.path}/sample.ts`;
  const sample = files[file]?.sample;
  if (!sample) throw new Error(`Tests need a sample of the ${resource.plural.toLowerCase()}: ${file.slice(1)}.`);
  return { resource, sample, ofFields: fieldValues(resource.record) };
});

const byPath = <Value>(valueOf: (one: (typeof found)[number]) => Value) =>
  Object.fromEntries(found.map((one) => [one.resource.path, valueOf(one)]));

/** A body that creates a record of each resource, by its path. */
export const samples: Record<string, (n: number) => Record<string, unknown>> = byPath(({ sample }) => sample.body);

/** Refused values by field; the last one of a field is refused regardless of the other fields. */
export const invalidValues: Record<string, Values> = byPath(({ sample, ofFields }) =>
  Object.fromEntries(
    Object.entries(ofFields).map(([field, values]) => [field, [...(sample.refused?.[field] ?? []), ...values.refused]]),
  ),
);

/** Accepted boundary values by field. */
export const validValues: Record<string, Values> = byPath(({ sample, ofFields }) =>
  Object.fromEntries(
    Object.entries(ofFields).map(([field, values]) => [field, sample.allowed?.[field] ?? values.allowed]),
  ),
);
