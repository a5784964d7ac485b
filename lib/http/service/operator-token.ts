import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { bearerToken } from "../identify.ts";
import type { HttpRequest } from "../route.ts";

/** Whether the request's bearer token is `token`, compared in constant time; false where the operator set none. */
export function hasOperatorToken(request: HttpRequest, token: string | undefined): boolean {
  const given = bearerToken(request.header("authorization"));
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
