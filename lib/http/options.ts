import "server-only";
import type { Method, Route } from "./route.ts";
import { preflightHeaders } from "./respond.ts";

export const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The value of `Allow`: all methods that the route offers. */
export function allowedMethods({ operations }: Route): string {
  const offered = methods.filter((method) => operations[method]);
  return [...offered.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");
}

/** Other origins may send the writes that are open to them. */
export function preflightHeadersOf(route: Route | null): Record<string, string> {
  const open = methods.filter((method) => route?.operations[method]?.isOpenToOrigins);
  const allowed = [preflightHeaders["Access-Control-Allow-Methods"], ...open].join(", ");
  return { ...preflightHeaders, "Access-Control-Allow-Methods": allowed };
}
