import "server-only";
import { AppError } from "../core/errors.ts";
import { orElse } from "../core/promises.ts";
import type { Operation, RequestContext } from "../http/route.ts";
import type { Resource } from "./resource.ts";

/**
 * The operation on one record, whose 404 names the record that the requested one was merged into, as
 * `Link: <…>; rel="successor-version"` (RFC 5829 §3.2). Every route below `/{resource}/{id}` needs it.
 */
export function withSuccessor(resource: Resource, operation: Operation): Operation {
  return {
    ...operation,
    handle: (context) =>
      orElse(
        () => operation.handle(context),
        async (error) => {
          if (!(error instanceof AppError && error.code === "not_found")) throw error;
          const survivor = await survivorOf(resource, context.params["id"] ?? "", context).catch(() => null);
          if (survivor === null) throw error;
          const link = `</api/${resource.path}/${encodeURIComponent(survivor)}>; rel="successor-version"`;
          throw new AppError("not_found", { ...error.details, headers: { ...error.details.headers, Link: link } });
        },
      ),
  };
}

/** The last record of a chain of merges; null when there is none, or when it has been deleted since. */
export async function survivorOf(
  { path }: Resource,
  id: string,
  { infrastructure: { catalogue }, versions }: Pick<RequestContext, "infrastructure" | "versions">,
): Promise<string | null> {
  await catalogue.reach(versions?.data ?? null);
  const passed = new Set<string>();
  let here = id;
  for (;;) {
    const next = catalogue.mergedInto(path, here);
    if (next === undefined || passed.has(here)) break;
    passed.add(here);
    here = next;
  }
  return passed.size > 0 && catalogue.row(path, here) ? here : null;
}
