import "server-only";
import { setTimeout } from "node:timers/promises";
import { ConcurrencyLimit } from "../../core/concurrency-limit.ts";
import { AppError } from "../../core/errors.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { maxBodyBytes, validationError } from "../../http/body.ts";
import { requestSource } from "../../http/request.ts";
import { failureResult } from "../../http/respond.ts";
import type { HandlerResult, HttpRequest, Operation, RequestContext, RequestTarget, Route } from "../../http/route.ts";
import { queryValues } from "../../http/router.ts";
import { requestedOrigin } from "../../http/service-origin.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { tooManyPages } from "../../http/server/pages/page-limits.ts";
import type { Env } from "../../settings/env.ts";
import { DeviceCookie } from "../sign-in/device-cookie.ts";
import { externalProviders } from "../sign-in/providers.ts";
import { SecondFactorRequired } from "../sign-in/second-step.ts";
import { runNextAuth } from "./run-next-auth.ts";
import { authOptions, signInPage } from "./options.ts";
import { isUsableUrl } from "./return-url.ts";

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
/** The callback takes GET from external providers, and POST with a password or a passkey. A HEAD would consume a code. */
const callbacks = { external: ["GET"], own: ["POST"] };
const ownProviders: readonly unknown[] = ["credentials", "passkey"];

/**
 * As many as are hashed in two seconds. A sign-in that is delayed frees its slot. A person signs in seldom, so that a
 * long window tells them from a crowd that keeps trying.
 */
const bounds = {
  inFlight: 16,
  inFlightPerCaller: 8,
  waiting: 128,
  waitingPerCaller: 100,
  windowMilliseconds: 15 * 60_000,
  // A turn in which a crowd of hundreds is refused takes a tenth of a second.
  startsPerTurn: 8,
  message: tooManyPages,
};
/** How long a refusal is kept back. Clients that try again at once would take the processor with nothing but refusals. */
const refusalMilliseconds = 1_000;

/**
 * Apart: a browser asks for more than one thing before its password, and would come after a crowd that asks for nothing
 * else; and a crowd of strangers takes no place from browsers that have signed in before.
 */
const limitsOf = memoize((_infrastructure: Infrastructure) => ({
  passwords: new ConcurrencyLimit(bounds),
  returning: new ConcurrencyLimit(bounds),
  others: new ConcurrencyLimit(bounds),
}));

/** Passes a request to next-auth. It uses no quota; failed sign-ins are counted on the client's address. */
const operation: Operation = {
  handle: async (context) => {
    const { request, infrastructure } = context;
    requireUsable(request, infrastructure.settings);
    const isPost = request.method === "POST";
    const body = isPost ? parseBody(request, (await request.readBody(maxBodyBytes)).toString()) : undefined;
    const device = new DeviceCookie(request.header("cookie"), infrastructure.sessionSecret);
    const limit = limitsOf(infrastructure)[device.hasMarks ? "returning" : isPost ? "passwords" : "others"];
    const { address } = requestSource(request, infrastructure.settings);
    const hasLeft = () => request.hasLeft();
    return limit
      .run(address, hasLeft, (_hold, releaseSlot) => authenticate(context, { body, device, releaseSlot }))
      .catch(async (error: unknown) => {
        await setTimeout(refusalMilliseconds);
        throw error;
      });
  },
};

/** Every path below `/api/auth`: next-auth's (contract §7), and 404 for the others. */
export const authRoute: Route = {
  path: "/auth/{path*}",
  name: "/api/auth",
  isMetered: false,
  isPrivate: true,
  headers: {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  },
  operations: { GET: operation, POST: operation },
};

/** @throws AppError for requests that next-auth need not see. */
function requireUsable({ target, method }: HttpRequest, settings: Env): void {
  const methods = methodsOf(target, settings);
  if (!methods) throw new AppError("not_found");
  if (!methods.includes(method)) throw new AppError("method_not_allowed", { headers: { Allow: methods.join(", ") } });
  const { callbackUrl = [], error = [] } = queryValues(target.search, ["callbackUrl", "error"]);
  // next-auth puts its own errors into a header as they are; a provider's reach only the callback.
  if (target.segments[2] !== "callback" && !error.every((code) => /^\w{1,64}$/.test(code)))
    throw validationError([{ path: "error", message: "must be a word" }]);
  if (!callbackUrl.every(isUsableUrl))
    throw validationError([
      {
        path: "callbackUrl",
        message: "must be a path that begins with /, or an http or https address, and not be long",
      },
    ]);
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

/** @throws AppError 400 for broken JSON. */
function parseBody(request: HttpRequest, body: string): unknown {
  const type = request.header("content-type") ?? "";
  if (type.includes("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(body));
  if (!type.includes("application/json")) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    throw validationError([{ path: "", message: "The body is not JSON." }]);
  }
}

/**
 * Runs next-auth, and responds with our own error when our code failed meanwhile (contract §8): it would put the failure
 * into a URL, drop the session's cookie, or report a signed-in user as signed out. @param releaseSlot called at a delay.
 */
async function authenticate(
  { request, requestId, infrastructure }: RequestContext,
  { body, device, releaseSlot }: { body: unknown; device: DeviceCookie; releaseSlot: () => void },
): Promise<HandlerResult> {
  let factors: readonly string[] = [];
  const failures: unknown[] = [];
  const capture = <Value>(work: Promise<Value>) =>
    work.catch((error: unknown) => {
      if (error instanceof SecondFactorRequired) factors = error.factors;
      else failures.push(error);
      throw error;
    });
  const source = requestSource(request, infrastructure.settings);
  const origin = requestedOrigin(request, infrastructure.settings);
  const options = authOptions({
    ...infrastructure,
    source,
    isGone: () => request.hasLeft(),
    releaseSlot,
    cookies: request.header("cookie"),
    device,
    origin,
    capture,
  });
  const answer = await capture(runNextAuth(request, body, infrastructure.settings, options)).catch(() => null);
  if (answer && failures.length === 0) {
    const cookie = device.header(origin.startsWith("https:"));
    // The second step offers what the account has.
    if (factors.length > 0) answer.headers["X-Second-Factors"] = factors.join(" ");
    const cookies = cookie === null ? answer.cookies : [...answer.cookies, cookie];
    return { ...answer, cookies };
  }
  const result = failureResult(failures[0], requestId);
  // A person who comes back from a provider expects a page, not JSON.
  if (request.method === "GET" && request.target.segments[2] === "callback")
    return { status: 302, body: null, headers: { Location: `${signInPage}?error=${result.failure?.code}` } };
  return result;
}
