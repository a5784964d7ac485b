import type { NextRequest } from "next/server";
import { trustRequestHostInNextAuth } from "@/lib/env";
import { answerAuth } from "@/lib/auth/next-auth/answer-auth";
import { sharedInfrastructure } from "@/lib/shared-infrastructure";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** next-auth's own paths. The front door passes them on uncounted. */
async function handler(request: NextRequest, context: Context): Promise<Response> {
  // Otherwise anyone could write to our log through next-auth's log endpoint.
  if ((await context.params).nextauth[0] === "_log") return new Response(null, { status: 404 });
  trustRequestHostInNextAuth();
  return answerAuth(request, context, await sharedInfrastructure());
}

export { handler as GET, handler as POST };
