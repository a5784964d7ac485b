import "server-only";
import { documentShape, type ApiDocument } from "./document-shape.ts";
import { operationOf } from "./operation.ts";
import { isPublicRead, type OperationGroup, type ApiReference } from "./schema.browser.ts";

/** @param document OpenAPI 3.1, as we write it. @throws when it is not. */
export function referenceOf(document: unknown): ApiReference {
  const parsed = documentShape.parse(document);
  return {
    introduction: parsed.info.description.split("\n\n"),
    groups: parsed.tags.map((tag) => groupOf(tag, parsed)),
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
