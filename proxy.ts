import { NextResponse, type NextRequest } from "next/server";
import { env } from "@/lib/settings/env";
import { currentHost } from "@/lib/settings/host";
import { proxyOnHost } from "@/lib/http/server/pages/hosted-pages";

/** Runs before the pages. Our own server has prepared the request already. */
export function proxy(request: NextRequest): Response {
  return currentHost() === "own server" ? NextResponse.next() : proxyOnHost(request, env());
}

// The API is left out, because Next would keep a copy of every body, and so is what it serves elsewhere.
export const config = { matcher: ["/((?!(?:api|mcp)(?:/|$)|(?:feeds|downloads)/|_next/static/).*)"] };
