import "server-only";
import type { NextRequest } from "next/server";
import { fromWebRequest, toWebResponse } from "../../http/handlers.ts";
import { addressOf, requestId } from "../../http/request.ts";
import { addBaseHeaders, createResponse, failureResult } from "../../http/respond.ts";
import { createFixedRouter } from "../../http/router.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { answerAuth, type AuthRouteContext } from "./answer-auth.ts";
import { withRequestClient } from "./request-client.ts";
import { authHeaders, requireUsable } from "./serve-auth.ts";

const router = createFixedRouter(null);

/** What our own server does for a request of next-auth before and after Next, for other hosts: see `serveAuth`. */
export async function answerAuthOnHost(
  request: NextRequest,
  context: AuthRouteContext,
  infrastructure: Infrastructure,
): Promise<Response> {
  const { settings, now } = infrastructure;
  const received = fromWebRequest(request, router);
  const id = requestId(received.header("x-request-id"));
  const ownHeaders = addBaseHeaders({ ...authHeaders }, id);
  let answer: Response;
  try {
    requireUsable(received, settings);
    const client = { address: addressOf(received, settings), isGone: () => request.signal.aborted };
    answer = await withRequestClient(client, () => answerAuth(request, context, infrastructure));
  } catch (error) {
    const result = failureResult(error, id);
    answer = toWebResponse(
      await createResponse({ request: received, id, isPrivate: true, result, admission: null, now: now() }),
    );
  }
  // Next's own answers can't be changed.
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(ownHeaders)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}
