import "server-only";
import type { ApiDocument } from "./document-shape.ts";
import { operationOf } from "./operation.ts";
import { isPublicRead, type OperationGroup, type ApiReference } from "./schema.browser.ts";

/** @param text the document as JSON. */
export function referenceOf(text: string): ApiReference {
  // `openapiDocument` wrote it, with the members that the types of it name.
  const document = JSON.parse(text) as ApiDocument;
  return {
    introduction: document.info.description.split("\n\n"),
    groups: document.tags.map((tag) => groupOf(tag, document)),
  };
}

function groupOf({ name, description }: ApiDocument["tags"][number], document: ApiDocument): OperationGroup {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(name))
      .map(([method, described]) => operationOf({ method, path }, described, document)),
  );
  const readsFirst = operations.toSorted((one, other) => Number(isPublicRead(other)) - Number(isPublicRead(one)));
  return { slug: name.toLowerCase().replaceAll(" ", "-"), name, description, operations: readsFirst };
}
