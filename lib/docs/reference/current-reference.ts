import "server-only";
import { renderedPage } from "../../catalogue/page-notes.ts";
import { Representation } from "../../catalogue/representation.ts";
import type { Route } from "../../http/route.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { log } from "../../core/log.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { currentDocument } from "../openapi/current-document.ts";
import { openapiDocument } from "../openapi/document.ts";
import { withTimeout } from "../../core/timeout.ts";
import { referenceOf } from "./reference.ts";
import type { ApiReference } from "./schema.browser.ts";

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
  const body = await withTimeout(timeoutMilliseconds, document(routes, infrastructure)).catch((error: unknown) => {
    log.warn({ err: error }, "The reference was shown without data.");
    renderedPage.getStore()?.addAllData();
    return Representation.json(openapiDocument(routes, infrastructure.settings, []));
  });
  return referenceIn(body);
}

async function document(routes: readonly Route[], infrastructure: Infrastructure): Promise<Representation> {
  const versions = await infrastructure.readVersions();
  return currentDocument(routes, infrastructure, versions?.data ?? null);
}
