import "server-only";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Infrastructure } from "../infrastructure.ts";
import { latencyBounds, type Latency, type Meter } from "../meter.ts";

/** The Prometheus metrics, read from plain numbers at each scrape; a request only increments those. */
export function openRegistry(infrastructure: Infrastructure): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addRequests(registers, infrastructure.requests.meter);
  addCounting(registers, infrastructure);
  addCatalogue(registers, infrastructure);
  addPool(registers, infrastructure);
  return registry;
}

function addRequests(registers: Registry[], meter: Meter): void {
  new Counter({
    name: "theatre_http_requests_total",
    help: "Requests answered, by route, method, status and what the caller was recognised by.",
    labelNames: ["route", "method", "status", "tier"],
    registers,
    collect() {
      this.reset();
      for (const { route, method, status, tier, requests } of meter.counts())
        this.inc({ route, method, status, tier: tier ?? "none" }, requests);
    },
  });
  new Latencies(registers, meter);
}

/** A Prometheus histogram, filled from counts that already exist. */
class Latencies extends Histogram<"route"> {
  static readonly metric = "theatre_http_request_duration_seconds";
  static readonly help = "How long it took until the answer was ready; until it was sent, for pages.";
  readonly #meter: Meter;

  constructor(registers: Registry[], meter: Meter) {
    super({
      name: Latencies.metric,
      help: Latencies.help,
      labelNames: ["route"],
      registers,
    });
    this.#meter = meter;
  }

  /** The registry calls it; the package's types lack it. */
  async getForPromString() {
    const values = this.#meter.latencies().flatMap(seriesOf);
    return { name: Latencies.metric, help: Latencies.help, type: "histogram", values };
  }
}

function seriesOf({ route, buckets, sum, requests }: Latency) {
  let upTo = 0;
  const bounds = [...latencyBounds.map((bound) => bound / 1000), "+Inf" as const];
  return [
    ...bounds.map((le, place) => ({
      metricName: `${Latencies.metric}_bucket`,
      labels: { le, route },
      value: (upTo += buckets[place] ?? 0),
    })),
    { metricName: `${Latencies.metric}_sum`, labels: { route }, value: sum / 1000 },
    { metricName: `${Latencies.metric}_count`, labels: { route }, value: requests },
  ];
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
    name: "theatre_catalogue_reads_total",
    help: "Reads of a list or record: answered from what is held, or after reading all of it anew.",
    labelNames: ["resource", "outcome"],
    registers,
    collect() {
      this.reset();
      for (const { path: resource, hits, fills } of catalogue.figures()) {
        this.inc({ resource, outcome: "held" }, hits);
        this.inc({ resource, outcome: "read" }, fills);
      }
    },
  });
  new Gauge({
    name: "theatre_catalogue_age_seconds",
    help: "Since a resource was last read from the database. It is read when it has changed, so age is no fault.",
    labelNames: ["resource"],
    registers,
    collect() {
      for (const { path: resource, ageSeconds } of catalogue.figures()) this.set({ resource }, ageSeconds);
    },
  });
  new Gauge({
    name: "theatre_catalogue_records",
    help: "Records that are held.",
    labelNames: ["resource"],
    registers,
    collect() {
      for (const { path: resource, records } of catalogue.figures()) this.set({ resource }, records);
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
