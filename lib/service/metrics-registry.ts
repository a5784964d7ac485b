import "server-only";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import type { Infrastructure } from "../infrastructure.ts";

/** What Prometheus is told besides the requests (`RequestMetrics`); it is read when Prometheus asks. */
export function openRegistry(infrastructure: Infrastructure): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addCounting(registers, infrastructure);
  addSnapshotMetrics(registers, infrastructure);
  addPool(registers, infrastructure);
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

function addSnapshotMetrics(registers: Registry[], { snapshots }: Infrastructure): void {
  new Counter({
    name: "theatre_catalogue_reads_total",
    help: "Reads of a list or record: answered from what is held, or after reading all of it anew.",
    labelNames: ["resource", "outcome"],
    registers,
    collect() {
      this.reset();
      for (const { path: resource, hits, refreshes } of snapshots.stats()) {
        this.inc({ resource, outcome: "held" }, hits);
        this.inc({ resource, outcome: "read" }, refreshes);
      }
    },
  });
  new Gauge({
    name: "theatre_catalogue_age_seconds",
    help: "Since a resource was last read from the database. It is read when it has changed, so age is no fault.",
    labelNames: ["resource"],
    registers,
    collect() {
      for (const { path: resource, ageSeconds } of snapshots.stats()) this.set({ resource }, ageSeconds);
    },
  });
  new Gauge({
    name: "theatre_catalogue_records",
    help: "Records that are held.",
    labelNames: ["resource"],
    registers,
    collect() {
      for (const { path: resource, records } of snapshots.stats()) this.set({ resource }, records);
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
