import "server-only";
import type { ExampleSource, OperationTag } from "../http/declaration.ts";
import type { SerializedRecord } from "../snapshots/resource-snapshot.ts";
import type { Resource } from "./resource.ts";

/** What the operations of a resource have in common in the document: a chapter, and a real record where there is one. */

export function tagOf({ plural, record }: Resource): OperationTag {
  return { name: plural, description: record.meta()?.description ?? plural };
}

export function exampleRecord(resource: Resource): ExampleSource {
  return exampleOf(resource, ({ record }) => JSON.parse(record));
}

/** What would make the record, or change another into it. */
export function exampleBody(resource: Resource): ExampleSource {
  return exampleOf(resource, ({ record }) => {
    const fields = JSON.parse(record) as object;
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "id"));
  });
}

/** @param show undefined where the record has nothing to show. */
export function exampleOf({ path }: Resource, show: (sample: SerializedRecord) => unknown): ExampleSource {
  return (samples) => {
    const sample = samples.find((one) => one.path === path);
    return sample && show(sample);
  };
}
