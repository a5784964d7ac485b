import type { NextRequest } from "next/server";
import { trustRequestHostInNextAuth } from "@/lib/env";
import { answerAuth } from "@/lib/auth/next-auth/answer-auth";
import { sharedInfrastructure } from "@/lib/shared-infrastructure";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** next-auth's own paths. The front door hands them over uncounted. */
async function handler(request: NextRequest, context: Context): Promise<Response> {
  // By this one anybody could write into our log.
  if ((await context.params).nextauth[0] === "_log") return new Response(null, { status: 404 });
  trustRequestHostInNextAuth();
  return answerAuth(request, context, await sharedInfrastructure());
}

export { handler as GET, handler as POST };
