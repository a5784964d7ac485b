import "server-only";
import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { validationError, maxBodyBytes } from "../../http/body.ts";
import { requestedOrigin } from "../../http/service-origin.ts";
import { readRequestBody } from "../../http/request-body.ts";
import { toPublicError } from "../../http/respond.ts";
import { authOptions, signInPage, type AuthContext } from "./options.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { DeviceCookie } from "../sign-in/device-cookie.ts";
import { currentRequestClient } from "./request-client.ts";

/** What Next passes to the route of next-auth. */
export interface AuthRouteContext {
  params: Promise<{ nextauth: string[] }>;
}

/**
 * Runs next-auth, and responds with our own error when our code failed during the call (contract §8). next-auth itself
 * would put the failure into a URL, drop the session's cookie, or report a signed-in user as signed out.
 */
export async function answerAuth(
  request: NextRequest,
  context: AuthRouteContext,
  infrastructure: Infrastructure,
): Promise<Response> {
  const failures: unknown[] = [];
  const { address, isGone: hasLeft, releaseSlot = () => undefined } = currentRequestClient();
  const capture = <Value>(work: Promise<Value>) =>
    work.catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  const cookies = request.headers.get("cookie") ?? undefined;
  const source = { address, userAgent: request.headers.get("user-agent") };
  const isGone = () => hasLeft() || request.signal.aborted;
  const device = new DeviceCookie(cookies, infrastructure.sessionSecret);
  const origin = originOf(request, infrastructure);
  let factors: readonly string[] = [];
  const noteFactors = (named: readonly string[]) => {
    factors = named;
  };
  const parts = { ...infrastructure, noteFactors, source, isGone, releaseSlot, cookies, device, origin, capture };
  const answer = await capture(callNextAuth(request, context, parts)).catch(() => null);
  if (answer && failures.length === 0) {
    const cookie = device.header(originOf(request, infrastructure).startsWith("https:"));
    if (cookie === null && factors.length === 0) return answer;
    const changed = new Response(answer.body, answer);
    if (cookie !== null) changed.headers.append("Set-Cookie", cookie);
    // The second step offers what the account has.
    if (factors.length > 0) changed.headers.set("X-Second-Factors", factors.join(" "));
    return changed;
  }
  const { status, code, body, details } = toPublicError(failures[0], request.headers.get("x-request-id") ?? "");
  const [action] = (await context.params).nextauth;
  // A person who comes back from a provider expects a page, not JSON.
  if (request.method === "GET" && action === "callback")
    return new Response(null, { status: 302, headers: { Location: `${signInPage}?error=${code}` } });
  return Response.json(body, { status, headers: details.headers });
}

function originOf({ headers }: NextRequest, { settings }: Infrastructure): string {
  return requestedOrigin({ header: (name) => headers.get(name) ?? undefined }, settings);
}

async function callNextAuth(sent: NextRequest, context: AuthRouteContext, parts: AuthContext): Promise<Response> {
  const request = await withBufferedBody(sent);
  // next-auth would throw on it and respond with 500.
  if (await hasUnreadableJson(request)) throw validationError([{ path: "", message: "The body is not JSON." }]);
  return (await NextAuth(request, context, authOptions(parts))) as Response;
}

/** The same request with its body in memory; next-auth itself would read a body of any length. */
async function withBufferedBody(request: NextRequest): Promise<NextRequest> {
  if (!request.body) return request;
  const body = await readRequestBody(request, maxBodyBytes);
  const { url, method, headers } = request;
  return new NextRequest(url, { method, headers, body: new Uint8Array(body) });
}

async function hasUnreadableJson(request: NextRequest): Promise<boolean> {
  if (!request.headers.get("content-type")?.includes("application/json")) return false;
  return request
    .clone()
    .json()
    .then(
      () => false,
      () => true,
    );
}
