import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { bearerToken } from "../identify.ts";
import type { HttpRequest, Operation, Route } from "../route.ts";
import { AppError } from "../../core/errors.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { Representation } from "../../catalogue/representation.ts";
import { takeCronTurn } from "./cron-queries.ts";
import { memoize } from "../../core/memoize.browser.ts";
import type { Gauge, Registry } from "prom-client";
import { workerPid } from "../../core/log.ts";

/** Whether the request's bearer token is `token`, compared in constant time; false where the operator set none. */
function hasOperatorToken(request: HttpRequest, token: string | undefined): boolean {
  const sentToken = bearerToken(request.header("authorization"));
  return token !== undefined && sentToken !== undefined && timingSafeEqual(digest(sentToken), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const wrongSecret = new AppError("unauthorized", {
  message: "Send the operator's secret as Authorization: Bearer <CRON_SECRET>.",
  headers: { "WWW-Authenticate": "Bearer" },
});

const operation: Operation = {
  handle: async ({ request, infrastructure, charge }) => {
    const { CRON_SECRET } = infrastructure.settings;
    // Only who has the secret is not counted.
    if (!hasOperatorToken(request, CRON_SECRET))
      throw (await charge?.()) ?? (CRON_SECRET === undefined ? new AppError("not_found") : wrongSecret);
    // Also within a minute of the last turn: a day may have begun since.
    await infrastructure.newDay.look();
    const done = (await takeCronTurn(infrastructure.database)) ? await doWhatTimersDo(infrastructure) : [];
    return { body: Representation.json({ done }) };
  },
};

/**
 * `/cron` (contract §10): does what timers do, for hosts that suspend a process between requests. Vercel's cron sends a
 * GET. It is the operator's and 404 where `CRON_SECRET` is not set, so the API's description omits it.
 */
export const cronRoute: Route = {
  path: "/cron",
  isMetered: true,
  isFree: true,
  ignoredCredentials: ["authorization", "cookie"],
  isPrivate: true,
  operations: { GET: operation, POST: operation },
};

/** What fails is in the log and is tried again at the next turn. */
async function doWhatTimersDo({ notices, letters, housekeeping }: Infrastructure): Promise<string[]> {
  await notices.look();
  await letters?.sendDue();
  await housekeeping.deleteOldRows();
  return ["notices", ...(letters ? ["letters"] : []), "expiry"];
}

/** One registry per service in this process: one, except in tests. */
const registryOf = memoize((infrastructure: Infrastructure) => openRegistry(infrastructure));

/** `GET /metrics`, for Prometheus: 404 without `METRICS_TOKEN`, so the API's description omits it. */
export const metricsRoute: Route = {
  path: "/metrics",
  isMetered: false,
  isPrivate: true,
  isHidden: (request, { METRICS_TOKEN }) => !hasOperatorToken(request, METRICS_TOKEN),
  operations: {
    GET: {
      handle: async ({ infrastructure }) => {
        const registry = await registryOf(infrastructure);
        const durations = infrastructure.requests.durationLines(processLabels);
        const text = `${await registry.metrics()}\n${durations.join("\n")}\n`;
        return { body: new Representation(text, registry.contentType) };
      },
    },
  },
};

/** Each process counts for itself, and any worker answers, so that its series name it. */
const processLabels: Readonly<Record<string, string>> = workerPid === null ? {} : { pid: String(workerPid) };

/** What Prometheus reads, without the durations. */
async function openRegistry(infrastructure: Infrastructure): Promise<Registry> {
  // Most services are never asked, and it takes a fiftieth of a start to load.
  const { collectDefaultMetrics, Counter, Gauge, Registry } = await import("prom-client");
  const registry = new Registry();
  registry.setDefaultLabels(processLabels);
  collectDefaultMetrics({ register: registry });
  new Counter({
    name: "theatre_http_requests_total",
    help: "Requests answered, by route, method, status and tier of the caller.",
    labelNames: ["route", "method", "status", "tier"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { route, method, status, tier, count } of infrastructure.requests.counts)
        this.inc({ route, method, status: String(status), tier: tier ?? "none" }, count);
    },
  });
  for (const { name, help, label, isCount, read } of figuresOf(infrastructure)) {
    const described = {
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      collect(this: Pick<Gauge, "reset" | "inc">) {
        this.reset();
        for (const [value, figure] of read()) this.inc(label === undefined ? {} : { [label]: value }, figure);
      },
    };
    if (isCount) new Counter(described);
    else new Gauge(described);
  }
  return registry;
}

interface Figure {
  readonly name: string;
  readonly help: string;
  /** The name of its only label. */
  readonly label?: string;
  /** It only rises. */
  readonly isCount?: true;
  /** The figures when Prometheus asks, each with the value of the label. */
  read(): Iterable<readonly [string, number]>;
}

/** The embedded database has no connection pool. */
function figuresOf({
  settings,
  isLimitStoreReachable,
  catalogue,
  database: { pool },
  computedReads,
}: Infrastructure): Figure[] {
  const store = settings.UPSTASH_REDIS_REST_URL ? "upstash" : "database";
  return [
    {
      name: "theatre_limits_by_itself",
      help: "1 while this instance counts requests by itself, because the store that counts can't be reached.",
      label: "store",
      read: () => [[store, isLimitStoreReachable() ? 0 : 1]],
    },
    {
      name: "theatre_record_reads_total",
      help: "Requests that found the records in memory current, and those that waited until changes were read.",
      label: "outcome",
      isCount: true,
      read: () => Object.entries({ held: catalogue.figures.held, read: catalogue.figures.read }),
    },
    {
      name: "theatre_record_loads_total",
      help: "How often all records were read: at the start, and after thousands of changes at once.",
      isCount: true,
      read: () => [["", catalogue.figures.loads]],
    },
    {
      name: "theatre_records_age_seconds",
      help: "Since changes were last read from the database. They are read when there are any, so age is no fault.",
      read: () => (catalogue.figures.ageSeconds === null ? [] : [["", catalogue.figures.ageSeconds]]),
    },
    {
      name: "theatre_records_in_memory",
      help: "Records in memory.",
      label: "resource",
      read: () => catalogue.figures.records,
    },
    ...(pool
      ? [
          {
            name: "theatre_database_connections",
            help: "Connections to PostgreSQL: open, idle, and statements that wait for one.",
            label: "state",
            read: () => Object.entries(pool()),
          },
        ]
      : []),
    {
      name: "theatre_computed_reads",
      help: "Answers that are being computed, and those that wait.",
      label: "state",
      read: () => [
        ["computing", computedReads.figures.inFlight],
        ["waiting", computedReads.figures.waiting],
      ],
    },
  ];
}
