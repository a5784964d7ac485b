import { resources } from "../resources/resources.ts";
import { fieldValues } from "./field-values.ts";

/** What tests write of a noun: its `sample.ts`. */
export interface Sample<Record> {
  /** What creates a record; it names records of the dataset. `n` makes them differ. */
  body(n: number): Creation<Record>;
  /** Values that rules of its own refuse, beside those that its kind of field refuses. */
  readonly refused?: { readonly [Field in keyof Record]?: readonly unknown[] };
  /** In the place of those that its kind of field allows, where not all of them go with the rest of `body`. */
  readonly allowed?: { readonly [Field in keyof Record]?: readonly unknown[] };
}

/** What may be null may also be absent. */
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

/** For each field, values that are refused; the last of a field is refused whatever the others are. */
export const invalidValues: Record<string, Values> = byPath(({ sample, ofFields }) =>
  Object.fromEntries(
    Object.entries(ofFields).map(([field, values]) => [field, [...(sample.refused?.[field] ?? []), ...values.refused]]),
  ),
);

/** For each field, values at the edge of what it takes. */
export const validValues: Record<string, Values> = byPath(({ sample, ofFields }) =>
  Object.fromEntries(
    Object.entries(ofFields).map(([field, values]) => [field, sample.allowed?.[field] ?? values.allowed]),
  ),
);
