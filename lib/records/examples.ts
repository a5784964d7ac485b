import "server-only";
import type { FlatRecord } from "../core/json.browser.ts";
import { idParam, type ExampleSource, type OperationTag, type RecordSample } from "../http/declaration.ts";
import type { Resource } from "./resource.ts";

/** The tag and the examples of a resource's operations. Examples are real records, if there are any. */

export function tagOf({ plural, record }: Resource): OperationTag {
  return { name: plural, description: record.meta()?.description ?? plural };
}

export function exampleRecord(resource: Resource): ExampleSource {
  return exampleOf(resource, ({ record }) => JSON.parse(record));
}

/** A body that creates the record, or changes another into it. */
export function exampleBody(resource: Resource): ExampleSource {
  return exampleOf(resource, ({ record }) => {
    const { id: _id, ...fields } = JSON.parse(record) as FlatRecord;
    return fields;
  });
}

/** @param show returns undefined when the record has no example value. */
export function exampleOf({ path }: Resource, show: (sample: RecordSample) => unknown): ExampleSource {
  return (samples) => {
    const sample = samples.find((one) => one.path === path);
    return sample && show(sample);
  };
}

/** The `id` of a path that names a record. */
export function recordParam(resource: Resource) {
  return idParam(
    resource.singular.toLowerCase(),
    exampleOf(resource, ({ id }) => id),
  );
}
