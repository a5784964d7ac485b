import "server-only";
import type { IncomingMessage } from "node:http";
import { bodyTooLarge, invalid } from "../../http/body.ts";
import type { Call, Target } from "../../http/route.ts";
import { requireOwnOrigin } from "../../http/csrf.ts";
import { queryValues } from "../../http/router.ts";
import { externalProviders } from "../providers.ts";
import type { Env } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { withCaller } from "./request-client.ts";
import type { ConcurrencyLimit } from "../../server/concurrency-limit.ts";
import { handOver, makeReady, refuse, setHeaders, whenThereIsRoom, type PageRequest } from "../../server/pages.ts";

const mostBodyBytes = 64 * 1024;

/** The paths and methods that next-auth answers below `/api/auth`. */
const offered: Readonly<Record<string, readonly string[]>> = {
  csrf: ["GET", "HEAD"],
  error: ["GET", "HEAD"],
  providers: ["GET", "HEAD"],
  session: ["GET", "HEAD"],
  signin: ["GET", "HEAD", "POST"],
  signout: ["GET", "HEAD", "POST"],
  "verify-request": ["GET", "HEAD"],
};
/** The callback takes GET from external providers and POST with a password. */
const callbacks = { external: ["GET"], credentials: ["POST"] };

/** Of next-auth's answers and of ours in its stead. */
const authHeaders = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

type AuthRequest = Omit<PageRequest, "settings"> & { settings: Env; limit: ConcurrencyLimit; address: string };

/**
 * Passes a request to next-auth inside Next. It counts on no quota; failed sign-ins are counted on the client's
 * address.
 */
export function serveAuth(asked: AuthRequest): void {
  const { call, request, response, pages, id, settings, address } = asked;
  makeReady({ call, request, response, id, settings });
  setHeaders(response, authHeaders);
  try {
    refuseNonsense(call, settings);
  } catch (error) {
    refuse(asked, error);
    return;
  }
  for (const name of Object.keys(request.headers)) {
    if (/^(rsc$|next-)/.test(name)) delete request.headers[name];
  }
  dropUnusableWayBack(request);
  // next-auth does not support HEAD; Node drops the body of the answer anyway.
  if (request.method === "HEAD") request.method = "GET";
  const { socket } = request;
  // Browsers close both directions at once; the server allows half-open connections and would not notice.
  const caller = { address, isGone: () => socket.destroyed || socket.readableEnded };
  whenThereIsRoom(asked, () => withCaller(caller, () => handOver({ request, response, pages, id })));
}

/** @throws AppError for requests that next-auth need not see. */
function refuseNonsense(call: Call, settings: Env): void {
  const methods = methodsOf(call.target, settings);
  if (!methods) throw new AppError("not_found");
  if (!methods.includes(call.method)) {
    throw new AppError("method_not_allowed", { headers: { Allow: methods.join(", ") } });
  }
  if (call.method === "POST") requireOwnOrigin(call, settings.NEXTAUTH_URL);
  const { callbackUrl = [] } = queryValues(call.target.search, ["callbackUrl"]);
  if (!callbackUrl.every(isWay))
    throw invalid([{ path: "callbackUrl", message: "must be a path that begins with /, or an http or https address" }]);
  // Next would read a body of any length, and chunked bodies do not declare theirs.
  const isUntold = call.header("transfer-encoding") !== undefined;
  if (isUntold || Number(call.header("content-length") ?? 0) > mostBodyBytes) throw bodyTooLarge(mostBodyBytes);
}

/** Null for an unknown path. */
function methodsOf({ segments }: Target, settings: Env): readonly string[] | null {
  const [action = "", provider, ...more] = segments.slice(2);
  if (more.length > 0) return null;
  const isExternal = externalProviders(settings).some(({ id }) => id === provider);
  if (action === "callback") {
    if (provider === "credentials") return callbacks.credentials;
    return isExternal ? callbacks.external : null;
  }
  if (!Object.hasOwn(offered, action)) return null;
  const isKnown = provider === undefined || (action === "signin" && (isExternal || provider === "credentials"));
  return isKnown ? (offered[action] ?? null) : null;
}

/**
 * Whether next-auth can parse it as the address to go to after sign-in; which addresses it permits is decided later.
 */
function isWay(text: string): boolean {
  if (text === "" || text.startsWith("/")) return true;
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** next-auth keeps that address in a cookie, and answers every request with 500 when the cookie is malformed. */
function dropUnusableWayBack(request: IncomingMessage): void {
  const pairs = request.headers.cookie?.split(";") ?? [];
  const kept = pairs.filter((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    if (!/next-auth\.callback-url$/.test(name.trim())) return true;
    const way = decoded(value.trim());
    return way !== null && isWay(way);
  });
  if (kept.length < pairs.length) request.headers.cookie = kept.join(";");
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
