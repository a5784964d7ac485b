import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { bearerToken } from "../identify.ts";
import type { HttpRequest, Operation, Route } from "../route.ts";
import { AppError } from "../../core/errors.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { Representation } from "../../catalogue/representation.ts";
import { takeCronTurn } from "./cron-queries.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { workerPid } from "../../core/worker.ts";

/** Whether the request's bearer token is `token`, compared in constant time; false where the operator set none. */
function hasOperatorToken(request: HttpRequest, token: string | undefined): boolean {
  const given = bearerToken(request.header("authorization"));
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const operation: Operation = {
  handle: async ({ request, infrastructure }) => {
    const { CRON_SECRET } = infrastructure.settings;
    if (CRON_SECRET === undefined) throw new AppError("not_found");
    if (!hasOperatorToken(request, CRON_SECRET)) throw wrongSecret();
    // Also within a minute of the last turn: a day may have begun since.
    await infrastructure.newDay.look();
    const done = (await takeCronTurn(infrastructure.database)) ? await doWhatTimersDo(infrastructure) : [];
    return { body: Representation.json({ done }) };
  },
};

function wrongSecret(): AppError {
  return new AppError("unauthorized", {
    message: "Send the operator's secret as Authorization: Bearer <CRON_SECRET>.",
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

/**
 * `/cron` (contract §10): does what timers do, for hosts that suspend a process between requests. Vercel's cron sends a
 * GET. It is the operator's and 404 where `CRON_SECRET` is not set, so the API's description omits it.
 */
export const cronRoute: Route = {
  path: "/cron",
  isMetered: false,
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

/**
 * `GET /metrics`, for Prometheus. Without `METRICS_TOKEN` it is 404 like an unknown path, so the API's description
 * omits it.
 */
export const metricsRoute: Route = {
  path: "/metrics",
  isMetered: false,
  isPrivate: true,
  isHidden: (request, { METRICS_TOKEN }) => !hasOperatorToken(request, METRICS_TOKEN),
  operations: {
    GET: {
      handle: async ({ infrastructure }) => {
        const registry = registryOf(infrastructure);
        return { body: new Representation(await registry.metrics(), registry.contentType) };
      },
    },
  },
};

/** What Prometheus reads. Each process counts for itself, and any worker answers, so that its series name it. */
function openRegistry(infrastructure: Infrastructure): Registry {
  const registry = new Registry();
  if (workerPid !== null) registry.setDefaultLabels({ pid: workerPid });
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const metric of infrastructure.requests.metrics) registry.registerMetric(metric);
  addCounting(registers, infrastructure);
  addCatalogue(registers, infrastructure);
  addPool(registers, infrastructure);
  addComputedReads(registers, infrastructure);
  return registry;
}

function addCounting(registers: Registry[], { settings, isLimitStoreReachable }: Infrastructure): void {
  const store = settings.UPSTASH_REDIS_REST_URL ? "upstash" : "database";
  new Gauge({
    name: "theatre_limits_by_itself",
    help: "1 while this instance counts requests by itself, because the store that counts can't be reached.",
    labelNames: ["store"],
    registers,
    collect() {
      this.set({ store }, isLimitStoreReachable() ? 0 : 1);
    },
  });
}

function addCatalogue(registers: Registry[], { catalogue }: Infrastructure): void {
  new Counter({
    name: "theatre_record_reads_total",
    help: "Requests that found the records in memory current, and those that waited until changes were read.",
    labelNames: ["outcome"],
    registers,
    collect() {
      const { held, read } = catalogue.figures;
      this.reset();
      this.inc({ outcome: "held" }, held);
      this.inc({ outcome: "read" }, read);
    },
  });
  new Counter({
    name: "theatre_record_loads_total",
    help: "How often all records were read: at the start, and after thousands of changes at once.",
    registers,
    collect() {
      this.reset();
      this.inc(catalogue.figures.loads);
    },
  });
  new Gauge({
    name: "theatre_records_age_seconds",
    help: "Since changes were last read from the database. They are read when there are any, so age is no fault.",
    registers,
    collect() {
      const { ageSeconds } = catalogue.figures;
      if (ageSeconds !== null) this.set(ageSeconds);
    },
  });
  new Gauge({
    name: "theatre_records_in_memory",
    help: "Records in memory.",
    labelNames: ["resource"],
    registers,
    collect() {
      for (const [resource, records] of catalogue.figures.records) this.set({ resource }, records);
    },
  });
}

/** The embedded database has no connection pool. */
function addPool(registers: Registry[], { database }: Infrastructure): void {
  if (!database.pool) return;
  const figures = database.pool;
  new Gauge({
    name: "theatre_database_connections",
    help: "Connections to PostgreSQL: open, idle, and statements that wait for one.",
    labelNames: ["state"],
    registers,
    collect() {
      const { open, idle, waiting } = figures();
      this.set({ state: "open" }, open);
      this.set({ state: "idle" }, idle);
      this.set({ state: "waiting" }, waiting);
    },
  });
}

function addComputedReads(registers: Registry[], { computedReads }: Infrastructure): void {
  new Gauge({
    name: "theatre_computed_reads",
    help: "Answers that are being computed, and those that wait.",
    labelNames: ["state"],
    registers,
    collect() {
      const { inFlight, waiting } = computedReads.figures;
      this.set({ state: "computing" }, inFlight);
      this.set({ state: "waiting" }, waiting);
    },
  });
}
