import "server-only";
import { bodyTooLarge, maxBodyBytes, validationError } from "../../http/body.ts";
import type { HttpRequest, RequestTarget } from "../../http/route.ts";
import { requireSameOrigin } from "../../http/csrf.ts";
import { queryValues } from "../../http/router.ts";
import { externalProviders } from "../sign-in/providers.ts";
import type { ConcurrencyLimit } from "../../core/concurrency-limit.ts";
import type { Env } from "../../settings/env.ts";
import { AppError } from "../../core/errors.ts";
import { withRequestClient } from "./request-client.ts";
import { isUsableUrl, withoutUnusableReturnUrl } from "./return-url.ts";
import {
  passToNext,
  prepareForNext,
  sendRefusal,
  setHeaders,
  runWithinLimit,
  type PageRequest,
} from "../../server/pages/pages.ts";

const refusalMilliseconds = 1_000;

/** The paths and methods that next-auth handles below `/api/auth`. */
const allowedMethods: Readonly<Record<string, readonly string[]>> = {
  csrf: ["GET", "HEAD"],
  error: ["GET", "HEAD"],
  providers: ["GET", "HEAD"],
  session: ["GET", "HEAD"],
  signin: ["GET", "HEAD", "POST"],
  signout: ["GET", "HEAD", "POST"],
  "verify-request": ["GET", "HEAD"],
};
/** The callback takes GET from external providers, and POST with a password or a passkey. */
const callbacks = { external: ["GET"], own: ["POST"] };
const ownProviders: readonly unknown[] = ["credentials", "passkey"];

/** Headers of next-auth's responses, and of our errors in place of them. */
export const authHeaders = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

type AuthRequest = Omit<PageRequest, "settings"> & { settings: Env; limit: ConcurrencyLimit; address: string };

/**
 * Passes a request to next-auth inside Next. It uses no quota; failed sign-ins are counted on the client's address.
 */
export function serveAuth(asked: AuthRequest): void {
  const { request, nodeRequest, nodeResponse, nextHandler, id, settings, address } = asked;
  prepareForNext({ request, nodeRequest, nodeResponse, id, settings });
  setHeaders(nodeResponse, authHeaders);
  try {
    requireUsable(request, settings);
    // Next would read a body of any length, and chunked bodies do not declare theirs.
    if (request.header("transfer-encoding") !== undefined) throw bodyTooLarge(maxBodyBytes);
  } catch (error) {
    sendRefusal(asked, error);
    return;
  }
  for (const name of Object.keys(nodeRequest.headers)) {
    if (/^(rsc$|next-)/.test(name)) delete nodeRequest.headers[name];
  }
  const { cookie } = nodeRequest.headers;
  if (cookie !== undefined) nodeRequest.headers.cookie = withoutUnusableReturnUrl(cookie);
  // next-auth does not support HEAD; Node drops the body of the response anyway.
  if (nodeRequest.method === "HEAD") nodeRequest.method = "GET";
  const { socket } = nodeRequest;
  // Browsers close both directions at once; the server allows half-open connections and would not notice.
  const isGone = () => socket.destroyed || socket.readableEnded;
  runWithinLimit({ ...asked, refusalMilliseconds }, (_hold, releaseSlot) =>
    withRequestClient({ address, isGone, releaseSlot }, () =>
      passToNext({ nodeRequest, nodeResponse, nextHandler, id }),
    ),
  );
}

/** @throws AppError for requests that next-auth need not see. */
export function requireUsable(request: HttpRequest, settings: Env): void {
  const methods = methodsOf(request.target, settings);
  if (!methods) throw new AppError("not_found");
  if (!methods.includes(request.method)) {
    throw new AppError("method_not_allowed", { headers: { Allow: methods.join(", ") } });
  }
  if (request.method === "POST") requireSameOrigin(request, settings.NEXTAUTH_URL);
  const { callbackUrl = [], error = [] } = queryValues(request.target.search, ["callbackUrl", "error"]);
  // next-auth puts its own errors into a header as they are; a provider's reach only the callback.
  if (request.target.segments[2] !== "callback" && !error.every((one) => /^\w{1,64}$/.test(one)))
    throw validationError([{ path: "error", message: "must be a word" }]);
  if (!callbackUrl.every(isUsableUrl))
    throw validationError([
      {
        path: "callbackUrl",
        message: "must be a path that begins with /, or an http or https address, and not be long",
      },
    ]);
  if (Number(request.header("content-length") ?? 0) > maxBodyBytes) throw bodyTooLarge(maxBodyBytes);
}

/** Null for an unknown path. */
function methodsOf({ segments }: RequestTarget, settings: Env): readonly string[] | null {
  const [action = "", provider, ...more] = segments.slice(2);
  if (more.length > 0) return null;
  const isExternal = externalProviders(settings).some(({ id }) => id === provider);
  if (action === "callback") {
    if (ownProviders.includes(provider)) return callbacks.own;
    return isExternal ? callbacks.external : null;
  }
  if (!Object.hasOwn(allowedMethods, action)) return null;
  const isKnown = provider === undefined || (action === "signin" && (isExternal || ownProviders.includes(provider)));
  return isKnown ? (allowedMethods[action] ?? null) : null;
}
