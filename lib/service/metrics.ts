import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Registry } from "prom-client";
import { Representation } from "../snapshots/representation.ts";
import type { Env } from "../env.ts";
import type { Infrastructure } from "../infrastructure.ts";
import type { HttpRequest, Route } from "../http/route.ts";
import { openRegistry } from "./metrics-registry.ts";

/** One registry per service in this process: one, except in tests. */
const registries = new WeakMap<Infrastructure, Registry>();

/**
 * `GET /metrics`, for Prometheus. Without `METRICS_TOKEN` it is 404 like an unknown path, so the API's description
 * omits it.
 */
export const metricsRoute: Route = {
  path: "/metrics",
  isMetered: false,
  isPrivate: true,
  isHidden: (request, settings) => !bringsToken(request, settings),
  operations: {
    GET: {
      handle: async ({ infrastructure }) => {
        const registry = registryOf(infrastructure);
        const text = `${await registry.metrics()}\n${infrastructure.requests.text()}`;
        return { body: new Representation(text, registry.contentType) };
      },
    },
  },
};

function registryOf(infrastructure: Infrastructure): Registry {
  let registry = registries.get(infrastructure);
  if (!registry) {
    registry = openRegistry(infrastructure);
    registries.set(infrastructure, registry);
  }
  return registry;
}

function bringsToken(request: HttpRequest, { METRICS_TOKEN: token }: Env): boolean {
  const given = /^bearer +(\S+)$/i.exec(request.header("authorization")?.trim() ?? "")?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
