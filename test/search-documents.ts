import { createRequest } from "../lib/http/request.ts";
import type { HandlerResult } from "../lib/http/route.ts";
import { createRouter } from "../lib/http/router.ts";
import type { Infrastructure } from "../lib/infrastructure.ts";
import type { Versions } from "../lib/rate-limit/limiter.ts";
import { routes } from "../lib/routes.ts";

export type Document = Record<string, unknown> & { id: string };

/** Everything that a search can find, as the API serves it. */
export interface World {
  /** The day in London. */
  today: string;
  /** The list entries by path, in the order of the lists. */
  lists: Record<string, Document[]>;
  /** The details by `people/<id>`. */
  details: Map<string, Document>;
  /** When each record was last changed, by `people/<id>`, in milliseconds. */
  changed: Map<string, number>;
  /** What `include` adds, by its name and `people/<id>`. */
  included: Map<string, unknown>;
}

const byId = new WeakMap<Document[], Map<string, Document>>();

/** The list entry of a record. */
export function recordAt({ lists }: World, path: string, id: unknown): Document | undefined {
  const list = lists[path] ?? [];
  const known = byId.get(list) ?? new Map(list.map((record) => [record.id, record]));
  byId.set(list, known);
  return known.get(String(id));
}

const router = createRouter(routes);

/** What the operation returns for a target such as `/api/search/people?q=ann`, without HTTP, which would take most of the time. */
export async function askSearch(
  infrastructure: Infrastructure,
  target: string,
  versions: Versions | null = { data: 1, keys: 1 },
): Promise<HandlerResult> {
  const request = createRequest({ method: "GET", header: () => undefined, target }, router);
  const { route, params } = request;
  const operation = route?.operations.GET;
  if (!operation) throw new Error(`No route reads ${target}.`);
  const caller = { rateLimit: null, caller: "test", session: null, sessionError: null };
  return operation.handle({ request, requestId: "test", params, infrastructure, versions, ...caller });
}
