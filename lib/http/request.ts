import "server-only";
import { randomUUID } from "node:crypto";
import type { RequestSource } from "../auth/source.ts";
import { clientAddress } from "../client-address.ts";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { HttpRequest, ResolvedTarget } from "./route.ts";
import type { Router } from "./router.ts";

/** A request as an adapter receives it. Defaults: no peer, no body, no defect, and a client that is still connected. */
interface RawRequest
  extends
    Pick<HttpRequest, "method" | "header">,
    Partial<Omit<HttpRequest, "method" | "header" | keyof ResolvedTarget>> {
  /** As sent (RFC 9112 §3.2). */
  target: string;
}

/** Creates every request of the service, so that all adapters apply the same checks: broken percent-encoding is 400 (RFC 3986 §2.1). */
export function createRequest(received: RawRequest, router: Router): HttpRequest {
  const { method, header, peer = null, readBody = noBody, isGone = neverGone, defect = null } = received;
  const { target, owner, route, params } = router(received.target);
  return {
    method,
    target,
    owner,
    route,
    params,
    header,
    peer,
    readBody,
    isGone,
    defect: defect ?? (target.isWellFormed ? null : new AppError("bad_request")),
  };
}

const emptyBody = Buffer.alloc(0);
const noBody = async () => emptyBody;
const neverGone = () => false;

/** Keeps the caller's request id if it is well formed and contains no API key, so that logs can be joined; else creates one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && /^[\w.-]{8,128}$/.test(given) && !given.includes("tl_live_") ? given : randomUUID();
}

/** The source of a request, for limits and the security log. */
export function requestSource(request: HttpRequest, settings: Pick<Env, "CLIENT_ADDRESS">): RequestSource {
  return { address: addressOf(request, settings), userAgent: request.header("user-agent") ?? null };
}

/** The client address of a request; see `clientAddress`. */
export function addressOf(
  { peer, header }: Pick<HttpRequest, "peer" | "header">,
  { CLIENT_ADDRESS }: Pick<Env, "CLIENT_ADDRESS">,
): string {
  return clientAddress(CLIENT_ADDRESS, peer, header);
}
