import "server-only";
import { LRUCache } from "lru-cache";
import { dayInLondon } from "../dates.ts";
import { addressOf } from "../http/request.ts";
import type { HandlerResult, HttpRequest, RequestContext, Route } from "../http/route.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { tooManyRequests } from "../rate-limit/allowance.ts";
import type { Versions } from "../rate-limit/limiter.ts";
import type { Representation } from "../snapshots/representation.ts";

/** What a file is made from. */
export interface FileContext extends Pick<RequestContext, "params" | "infrastructure"> {
  /** Null while the versions can't be read; then a cached snapshot may be served. */
  readonly versions: Versions | null;
  /** The day in London. */
  readonly today: string;
  /** The service's origin; null without `NEXTAUTH_URL`, because the answer is public and a caller chooses its `Host`. */
  readonly origin: string | null;
}

interface PublicFile extends Pick<Route, "path"> {
  readonly root: NonNullable<Route["root"]>;
  /** Runs before the file is made or found. @returns the address to go to instead, or null. @throws AppError 404. */
  prepare?(context: FileContext): Promise<string | null>;
  /** Makes the file; it is kept for one version of the data and one day. */
  make(context: FileContext): Promise<Representation>;
  readonly headers?: (context: FileContext) => Record<string, string>;
}

/**
 * The route of a file outside `/api`: a calendar or a download (contract §17). It is never counted in a quota, because
 * calendar services fetch for all their users from a few addresses; a limit per minute and address protects it.
 */
export function publicFileRoute({ root, path, prepare, make, headers }: PublicFile): Route {
  return {
    root,
    path,
    isMetered: false,
    operations: {
      GET: {
        isConditional: true,
        handle: async ({ request, params, infrastructure }): Promise<HandlerResult> => {
          const { settings, now } = infrastructure;
          const versions = await countFile(request, infrastructure);
          const origin = settings.NEXTAUTH_URL === undefined ? null : new URL(settings.NEXTAUTH_URL).origin;
          const context = { params, infrastructure, versions, today: dayInLondon(now()), origin };
          const shared = {
            "Cache-Control": `public, max-age=${maxAgeSeconds}`,
            Vary: "Accept-Encoding",
            Link: `<${settings.DATA_LICENSE_URL}>; rel="license"`,
          };
          const elsewhere = (await prepare?.(context)) ?? null;
          if (elsewhere !== null) return { status: 308, body: null, headers: { ...shared, Location: elsewhere } };
          const body = await keptFile(request.target.segments.join("/"), context, make);
          return { body, isConditional: true, headers: { ...shared, ...headers?.(context) } };
        },
      },
    },
  };
}

const maxAgeSeconds = 3_600;
const filesPerMinute = 60;
const minuteMilliseconds = 60_000;
const minutesOfDay = 1_440;

/**
 * Counts a request in the store that counts all requests, under a subject of its own, so that the limit holds across
 * instances and no quota changes.
 *
 * @returns the versions, which the count reads too.
 * @throws AppError 429 when the address has used up its minute.
 */
async function countFile(
  request: HttpRequest,
  { settings, limiter, now }: Pick<Infrastructure, "settings" | "limiter" | "now">,
): Promise<Versions | null> {
  const minute = Math.floor(now() / minuteMilliseconds);
  const subject = `ip:${addressOf(request, settings)} files ${minute % minutesOfDay}`;
  const counted = await limiter.hit({ tier: "public", subject, limit: filesPerMinute, isAnonymous: true });
  if (counted.isAdmitted) return counted.versions;
  const reset = ((minute + 1) * minuteMilliseconds) / 1000;
  const message = `One address may fetch ${filesPerMinute} calendars and downloads a minute. Answers may be kept for an hour.`;
  throw tooManyRequests({ limit: filesPerMinute, reset, message }, now());
}

interface KeptFile {
  readonly version: number;
  readonly today: string;
  readonly body: Promise<Representation>;
}

/** Room for the downloads of a database with 20,000 cast members, and for calendars. */
const maxKeptBytes = 64 * 1024 * 1024;
const bytesOfEntry = 1_024;
const keptFiles = new WeakMap<Infrastructure, LRUCache<string, KeptFile>>();

/** The file of this version and day. Callers who ask at the same time wait for one. */
function keptFile(
  name: string,
  context: FileContext,
  make: (context: FileContext) => Promise<Representation>,
): Promise<Representation> {
  const { infrastructure, versions, today } = context;
  if (!versions) return make(context);
  const files = keptFiles.get(infrastructure) ?? new LRUCache<string, KeptFile>({ maxSize: maxKeptBytes });
  keptFiles.set(infrastructure, files);
  const before = files.get(name);
  if (before && before.version >= versions.data && before.today === today) return before.body;
  const file: KeptFile = { version: versions.data, today, body: make(context) };
  files.set(name, file, { size: bytesOfEntry });
  file.body.then(
    ({ identity }) => files.peek(name) === file && files.set(name, file, { size: bytesOfEntry + 2 * identity.length }),
    () => files.peek(name) === file && files.delete(name),
  );
  return file.body;
}
