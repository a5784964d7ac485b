import "server-only";
import { unroutedFailures } from "../../http/failures.ts";
import {
  type DocumentedOperation,
  type DocumentedResponse,
  isPublicRead,
  type OperationGroup,
  type ApiReference,
} from "./schema.browser.ts";
import type { ApiDocument } from "./document-shape.ts";
import { operationOf } from "./operation.ts";
import { renderedPage } from "../../catalogue/page-notes.ts";
import { Representation } from "../../catalogue/representation.ts";
import type { Route } from "../../http/route.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { log } from "../../core/log.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { currentDocument } from "../openapi/document-routes.ts";
import { openapiDocument } from "../openapi/document.ts";
import { withTimeout } from "../../core/promises.ts";

/** The failures of the operations, and of requests that reach none, each once: `error` as in the body of the response. */
export function failuresOf(operations: DocumentedOperation[]) {
  const unrouted = unroutedFailures.flatMap(({ status, description, bodies }) =>
    bodies.map(({ example }) => ({ status, error: String(example["error"]), description })),
  );
  const failures = [...operations.flatMap(({ others }) => others.flatMap(failuresOfResponse)), ...unrouted];
  return [...new Map(failures.map((failure) => [JSON.stringify(failure), failure])).values()];
}

/** A response with several possible bodies describes them one after another. */
function failuresOfResponse({ status, description, content }: DocumentedResponse) {
  const descriptions = description.split(" Or: ");
  return (content?.examples ?? []).flatMap((example, index) => {
    const { error } = example as { error?: string };
    if (status < 400 || error === undefined) return [];
    return [{ status, error, description: descriptions[index] ?? description }];
  });
}

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

const timeoutMilliseconds = 2_000;
const referenceIn = memoize((body: Representation) => referenceOf(body.identity.toString()));

/**
 * The reference with examples from the current data, built once while these records are the same. When the data can't be
 * read, it has no examples, because a reader may come just when something is broken.
 */
export async function currentReference(
  routes: readonly Route[],
  infrastructure: Infrastructure,
): Promise<ApiReference> {
  const readDocument = async () =>
    currentDocument(routes, infrastructure, (await infrastructure.readVersions())?.data ?? null);
  const body = await withTimeout(timeoutMilliseconds, readDocument()).catch((error: unknown) => {
    log.warn({ err: error }, "The reference was shown without data.");
    renderedPage.getStore()?.addAllData();
    return Representation.json(openapiDocument(routes, infrastructure.settings, []));
  });
  return referenceIn(body);
}
