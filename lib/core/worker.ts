import "server-only";
import cluster from "node:cluster";

/** The id of this process where `WEB_CONCURRENCY` starts several, for the log and the metrics; null where it is the only one. */
export const workerPid = cluster.isWorker ? process.pid : null;
