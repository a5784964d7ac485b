import "server-only";
import { clientAddress } from "../api/address.ts";
import { bodyTooLarge } from "../api/body.ts";
import type { Call } from "../api/call.ts";
import { requireOwnOrigin } from "../api/origin.ts";
import type { Target } from "../api/target.ts";
import { addressHeader } from "../auth/options.ts";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import { sendReply } from "./node-call.ts";
import { handOver, makeReady, refusal, type PageRequest } from "./pages.ts";

const mostBodyBytes = 64 * 1024;
const methods = ["GET", "HEAD", "POST"];

/** Below `/api/auth`, where next-auth answers. */
export function isAuthPath({ segments }: Target): boolean {
  return segments[0] === "api" && segments[1] === "auth" && segments.length > 2;
}

type AuthRequest = Omit<PageRequest, "settings"> & {
  settings: Pick<Env, "NODE_ENV" | "TRUSTED_PROXY_HOPS" | "NEXTAUTH_URL">;
};

/** Hands a request to next-auth, in Next: uncounted, with the address that wrong passwords are counted by. */
export function serveAuth({ call, request, response, pages, id, settings }: AuthRequest): void {
  try {
    refuseNonsense(call, settings.NEXTAUTH_URL);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    sendReply(request, response, refusal(error, id));
    return;
  }
  const address = clientAddress(call.peer, call.header("x-forwarded-for"), settings.TRUSTED_PROXY_HOPS);
  makeReady({ call, request, response, id, settings });
  for (const name of Object.keys(request.headers)) {
    if (/^(rsc$|next-)/.test(name)) delete request.headers[name];
  }
  request.headers[addressHeader] = address;
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  handOver({ request, response, pages, id });
}

/** @throws AppError for what next-auth need not see. */
function refuseNonsense(call: Call, home: string | undefined): void {
  if (!methods.includes(call.method)) {
    throw new AppError("method_not_allowed", { headers: { Allow: methods.join(", ") } });
  }
  if (call.method === "POST") requireOwnOrigin(call, home);
  // Next would take in a body of any length; one that does not say how long it is could be of any.
  const isUntold = call.header("transfer-encoding") !== undefined;
  if (isUntold || Number(call.header("content-length") ?? 0) > mostBodyBytes) throw bodyTooLarge(mostBodyBytes);
}
