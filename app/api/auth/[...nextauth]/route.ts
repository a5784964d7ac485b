import type { NextRequest } from "next/server";
import { trustRequestHostInNextAuth } from "@/lib/settings/env";
import { answerAuth, type AuthRouteContext } from "@/lib/accounts/next-auth/answer-auth";
import { answerAuthOnHost } from "@/lib/accounts/next-auth/answer-auth-on-host";
import { hasRequestClient } from "@/lib/accounts/next-auth/request-client";
import { notReadyAnswer } from "@/lib/http/handlers";
import type { Infrastructure } from "@/lib/infrastructure";
import { sharedInfrastructure } from "@/lib/http/shared-infrastructure";

/** next-auth's own paths, uncounted. Our own server has checked the request already. */
async function handler(request: NextRequest, context: AuthRouteContext): Promise<Response> {
  // Otherwise anyone could write to our log through next-auth's log endpoint.
  if ((await context.params).nextauth[0] === "_log") return new Response(null, { status: 404 });
  trustRequestHostInNextAuth();
  let infrastructure: Infrastructure;
  try {
    infrastructure = await sharedInfrastructure();
  } catch (error) {
    return notReadyAnswer(request, error);
  }
  return hasRequestClient()
    ? answerAuth(request, context, infrastructure)
    : answerAuthOnHost(request, context, infrastructure);
}

export { handler as GET, handler as POST, handler as PUT, handler as PATCH, handler as DELETE, handler as OPTIONS };
