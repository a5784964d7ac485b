import "server-only";
import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { invalid } from "../api/body.ts";
import { whatIsTold } from "../api/respond.ts";
import { addressHeader, authOptions, signInPage, type AuthParts } from "../auth/options.ts";
import { unknownSource, type RequestSource } from "../auth/source.ts";
import type { Infrastructure } from "../infrastructure.ts";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/**
 * next-auth's answer; ours instead when something of ours failed on the way there (contract §8).
 * next-auth would put the failure's words into an address, throw the session's cookie away, or
 * say that somebody is signed out who is not.
 */
export async function answerAuth(
  request: NextRequest,
  context: Context,
  infrastructure: Infrastructure,
): Promise<Response> {
  const failures: unknown[] = [];
  const heed = <Value>(work: Promise<Value>) =>
    work.catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  const cookies = request.headers.get("cookie") ?? undefined;
  const parts = { ...infrastructure, source: sourceOf(request), cookies, heed };
  const answer = await heed(ask(request, context, parts)).catch(() => null);
  if (answer && failures.length === 0) return answer;
  const { status, code, body, details } = whatIsTold(failures[0], request.headers.get("x-request-id") ?? "");
  const [action] = (await context.params).nextauth;
  // Whoever comes back from a provider looks at a page, not at JSON.
  if (request.method === "GET" && action === "callback")
    return new Response(null, { status: 302, headers: { Location: `${signInPage}?error=${code}` } });
  return Response.json(body, { status, headers: details.headers });
}

function sourceOf({ headers }: NextRequest): RequestSource {
  return { address: headers.get(addressHeader) ?? unknownSource.address, userAgent: headers.get("user-agent") };
}

async function ask(request: NextRequest, context: Context, parts: AuthParts): Promise<Response> {
  // next-auth would throw over it, as if that were our fault.
  if (await hasUnreadableJson(request)) throw invalid([{ path: "", message: "The body is not JSON." }]);
  return (await NextAuth(request, context, authOptions(parts))) as Response;
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
