import "server-only";
import cluster, { type Worker } from "node:cluster";
import { log } from "../../core/log.ts";

const [firstPauseMilliseconds, maxPauseMilliseconds] = [250, 30_000];
/** A worker that ends sooner after it served is replaced as late as one that could not start. */
const youngMilliseconds = 10_000;
/** So many in a row that never served, while no other serves, end the service. */
const maxFailedStarts = 5;

/**
 * Runs `count` processes of `program` behind one port. This process only accepts connections and hands them out in turn;
 * each worker is an instance like any other. The first one prepares the database, and the others start when it serves, so
 * that a cause that prevents the start is printed once. A worker that ends is replaced. SIGTERM and SIGINT end all
 * workers, which complete their requests, and then this process; a second signal ends all at once.
 */
export function serveWithWorkers(program: string, count: number): void {
  const servingSince = new Map<Worker, number>();
  let hasBegun = false;
  let isAnnounced = false;
  let isEnding = false;
  /** In a row. */
  let [failedStarts, shortLives] = [0, 0];

  function start(): void {
    if (isEnding) return;
    const worker = cluster.fork();
    worker.on("message", (address: unknown) => {
      if (typeof address !== "string" || servingSince.has(worker)) return;
      servingSince.set(worker, performance.now());
      failedStarts = 0;
      if (!hasBegun) for (let others = 1; others < count; others += 1) start();
      hasBegun = true;
      if (isAnnounced || servingSince.size < count) return;
      isAnnounced = true;
      process.stdout.write(`Theatre Listings is served on ${address} by ${count} processes\n`);
    });
    worker.once("exit", (code, signal) => replace(worker, { pid: worker.process.pid, code, signal }));
  }

  function replace(worker: Worker, facts: object): void {
    const since = servingSince.get(worker);
    servingSince.delete(worker);
    if (isEnding) {
      if (workers().length === 0) process.exit(0);
      return;
    }
    if (since === undefined) failedStarts += 1;
    if (!hasBegun || (servingSince.size === 0 && failedStarts >= maxFailedStarts)) {
      end("SIGKILL");
      process.stderr.write("No process of the service can start; the reason is above.\n");
      process.exit(1);
    }
    const isShort = since === undefined || performance.now() - since < youngMilliseconds;
    shortLives = isShort ? shortLives + 1 : 0;
    const milliseconds = isShort
      ? Math.min(maxPauseMilliseconds, firstPauseMilliseconds * 2 ** Math.min(shortLives - 1, 20))
      : 0;
    log.error({ ...facts, milliseconds }, "A process of the service has ended. Another one replaces it.");
    setTimeout(start, milliseconds);
  }

  function end(signal: NodeJS.Signals): void {
    isEnding = true;
    for (const worker of workers()) worker.process.kill(signal);
  }

  cluster.setupPrimary({ exec: program, args: [] });
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (isEnding || workers().length === 0) {
        end("SIGKILL");
        process.exit(1);
      }
      end("SIGTERM");
    });
  start();
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}
