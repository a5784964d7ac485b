import "server-only";
import { NextResponse, type NextRequest } from "next/server";
import type { Env } from "../../../settings/env.ts";
import { AppError } from "../../../core/errors.ts";
import { isByHttps, requestId } from "../../request.ts";
import { addBaseHeaders } from "../../respond.ts";
import { contentSecurityPolicy, newNonce, pageHeaders, pageQuery, pageQueryHeader } from "./page-headers.ts";

/**
 * What our own server does for a page before and after Next, for other hosts (`proxy.ts`): the security headers, with a
 * nonce that Next reads from the policy in the request's headers.
 */
export function proxyOnHost(
  request: NextRequest,
  { CLIENT_ADDRESS, NODE_ENV }: Pick<Env, "CLIENT_ADDRESS" | "NODE_ENV">,
): Response {
  const id = requestId(request.headers.get("x-request-id") ?? undefined);
  const isSecure = isByHttps(request.headers.get("x-forwarded-proto") ?? undefined, CLIENT_ADDRESS);
  const passed = new Headers(request.headers);
  // Next would trust it.
  passed.delete("x-forwarded-host");
  passed.set("x-forwarded-proto", isSecure ? "https" : "http");
  passed.set("x-request-id", id);
  passed.set(pageQueryHeader, pageQuery(request.nextUrl.search));
  const policy = contentSecurityPolicy({ nonce: newNonce(), isSecure, isDevelopment: NODE_ENV === "development" });
  passed.delete("content-security-policy-report-only");
  passed.set("content-security-policy", policy);
  const headers = addBaseHeaders(pageHeaders(policy, isSecure), id);
  if (request.method === "GET" || request.method === "HEAD")
    return NextResponse.next({ request: { headers: passed }, headers });
  const { status, body } = new AppError("method_not_allowed");
  return NextResponse.json(body, { status, headers: { ...headers, Allow: "GET, HEAD" } });
}
