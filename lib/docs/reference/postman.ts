import "server-only";
import type { ApiReference, DocumentedOperation } from "./schema.browser.ts";
import { isPublicRead } from "./schema.browser.ts";

/** A collection for Postman (format 2.1) with the public reads, each filled in with its example. */
export function postmanCollection(origin: string, { groups }: ApiReference): object {
  return {
    info: {
      name: "Theatre Listings",
      description: `The public reads. The reference: ${origin}/docs`,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      { key: "origin", value: origin },
      { key: "key", value: "", description: "An API key. Choose Bearer Token in Authorization to use it." },
    ],
    item: groups.flatMap(({ name, operations }) => {
      const reads = operations.filter(isPublicRead);
      return reads.length === 0 ? [] : [{ name, item: reads.map(itemOf) }];
    }),
  };
}

function itemOf({ summary, description, method, path, call }: DocumentedOperation): object {
  const { pathname, searchParams } = new URL(call.url, "http://localhost");
  return {
    name: summary,
    request: {
      method,
      description: description ?? path,
      header: [{ key: "Accept", value: "application/json" }],
      url: {
        raw: `{{origin}}${call.url}`,
        host: ["{{origin}}"],
        path: pathname.split("/").slice(1),
        query: [...searchParams].map(([key, value]) => ({ key, value })),
      },
    },
  };
}
