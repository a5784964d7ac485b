import "server-only";
import { unavailableError } from "../../core/errors.ts";
import { dayInLondon } from "../../core/dates.ts";
import { addressOf } from "../../http/request.ts";
import { requestedOrigin } from "../../http/service-origin.ts";
import type { HandlerResult, RequestContext, Route } from "../../http/route.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { takeOfMinute } from "../../http/rate-limit/allowance.ts";
import type { Versions } from "../../http/rate-limit/limiter.ts";
import type { Representation } from "../../catalogue/representation.ts";
import { FileCache } from "./file-cache.ts";

export interface FileContext extends Pick<RequestContext, "params" | "infrastructure"> {
  readonly versions: Versions;
  /** The day in London. */
  readonly today: string;
  /** The service's; null without `NEXTAUTH_URL`, as callers choose the `Host`, but for a file that `isOfOrigin`. */
  readonly origin: string | null;
}

interface PublicFile extends Pick<Route, "path"> {
  readonly root: NonNullable<Route["root"]>;
  /** Without `NEXTAUTH_URL` the file is another one for each machine nearby that a request names. */
  readonly isOfOrigin?: boolean;
  /** Runs before the file is made or found. @returns the address to go to instead, or null. @throws AppError 404. */
  prepare?(context: FileContext): Promise<string | null>;
  /** Makes the file for a version of the data and a day. */
  make(context: FileContext): Promise<Representation>;
  readonly headers?: (params: FileContext["params"]) => Record<string, string>;
}

/**
 * The route of a file outside `/api`: a calendar or a download (contract §17). It is never counted in a quota, because
 * calendar services fetch for all their users from a few addresses; a limit per minute and address protects it.
 */
export function publicFileRoute({ root, path, isOfOrigin, prepare, make, headers }: PublicFile): Route {
  return {
    root,
    path,
    isMetered: false,
    operations: {
      GET: {
        isConditional: true,
        handle: async ({ request, params, infrastructure }): Promise<HandlerResult> => {
          const { settings, now } = infrastructure;
          const at = now();
          const caller = `ip:${addressOf(request, settings)}`;
          const allowance = { subject: `${caller} files`, limit: filesPerMinute, message: tooManyFiles };
          // The count reads the versions too.
          const { versions, refusal } = await takeOfMinute(infrastructure, allowance);
          if (refusal) throw refusal;
          const isKnown = settings.NEXTAUTH_URL !== undefined || isOfOrigin;
          const origin = isKnown ? requestedOrigin(request, settings) : null;
          const cache = cacheOf(infrastructure);
          const name = [...(isOfOrigin ? [origin] : []), ...request.target.segments].join("/");
          const today = dayInLondon(at);
          const shared = {
            "Cache-Control": `public, max-age=${maxAgeSeconds}`,
            Vary: "Accept-Encoding",
            Link: `<${settings.DATA_LICENSE_URL}>; rel="license"`,
          };
          const allHeaders = { ...shared, ...headers?.(params) };
          if (!versions) return { body: keptFile(cache, name), isConditional: true, headers: allHeaders };
          const context = { params, infrastructure, versions, today, origin };
          const elsewhere = (await prepare?.(context)) ?? null;
          if (elsewhere !== null) return { status: 308, body: null, headers: { ...shared, Location: elsewhere } };
          // Others may wait for the file too, so it is made also when this client has disconnected.
          const reader = { caller, request: { isGone: () => false } };
          const { data: version } = versions;
          const body = await cache.file({
            name,
            version,
            at,
            today,
            make: () =>
              infrastructure.computedReads.run(reader, cache, `${version} ${today} ${name}`, () => make(context)),
          });
          return { body, isConditional: true, headers: allHeaders };
        },
      },
    },
  };
}

const maxAgeSeconds = 3_600;
const filesPerMinute = 60;
const tooManyFiles = `One address may fetch ${filesPerMinute} calendars and downloads a minute. Answers may be kept for an hour.`;

const cacheOf = memoize((_infrastructure: Infrastructure) => new FileCache());

/** The file as it was last made, while the data can't be read. @throws AppError 503 when it is not kept. */
function keptFile(cache: FileCache, name: string): Representation {
  const kept = cache.kept(name);
  if (kept) return kept;
  throw unavailableError("The file can't be made at the moment. Try again in a few seconds.");
}
