import "server-only";
import { noSuch, type Resource } from "./resource.ts";
import type { Operation, Route } from "../http/route.ts";
import { creation, removal, update } from "./writes.ts";

/** The whole list, or the part that the filters name; and what adds to it. */
export function listRoute(resource: Resource): Route {
  return {
    path: `/${resource.path}`,
    isMetered: true,
    filters: resource.filters,
    operations: { GET: list(resource), POST: creation(resource) },
  };
}

/** One record: read, changed, removed. */
export function recordRoute(resource: Resource): Route {
  return {
    path: `/${resource.path}/{id}`,
    isMetered: true,
    operations: { GET: single(resource), PUT: update(resource), DELETE: removal(resource) },
  };
}

function list(resource: Resource): Operation {
  return {
    isConditional: true,
    answer: async ({ call, infrastructure, versions }) => {
      const shelf = await infrastructure.catalogue.shelf(resource, versions?.data ?? null);
      return { body: shelf.list(call.filters), isConditional: true };
    },
  };
}

function single(resource: Resource): Operation {
  return {
    isConditional: true,
    answer: async ({ params, infrastructure, versions }) => {
      const shelf = await infrastructure.catalogue.shelf(resource, versions?.data ?? null);
      const body = shelf.record(params["id"] ?? "");
      if (!body) throw noSuch(resource);
      return { body, isConditional: true };
    },
  };
}
