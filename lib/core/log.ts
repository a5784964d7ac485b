import "server-only";
import cluster from "node:cluster";
import fs from "node:fs";
import { pino, type LoggerOptions } from "pino";
import { processSingleton } from "./process-singleton.ts";
import type { RequestRecord } from "./request-metrics.ts";

/** Request lines are written when this much is buffered, else every quarter of a second. Each write wakes a thread. */
const bufferedBytes = 64 * 1024;
const flushMilliseconds = 250;
/** When standard output is not read, lines beyond this are dropped and the service continues. */
const maxBufferedBytes = 16 * 1024 * 1024;

/** Processes that share a pipe keep their lines whole with writes of at most `PIPE_BUF` bytes (POSIX, `write`). */
const [atomicBytes, maxLineBytes] = [4096, 512];
/** The id of this process where `WEB_CONCURRENCY` starts several, for the log and the metrics; null where it is the only one. */
export const workerPid = cluster.isWorker ? process.pid : null;
const workerMember = workerPid === null ? "" : `"pid":${workerPid},`;

/**
 * Collects the lines of one turn of the event loop and writes them at once. It writes what pino would write, in a tenth
 * of the time: no value needs escaping, because none is text of the caller except a valid request id.
 */
class RequestLines {
  isOn = true;
  readonly #write: (lines: string) => void;
  #lines = "";
  #second = -1;
  #date = "";

  constructor(write: (lines: string) => void) {
    this.#write = write;
  }

  add({ request_id, method, route, status, milliseconds, tier, bytes }: RequestRecord): void {
    if (!this.isOn) return;
    if (this.#lines === "") setImmediate(() => this.flush());
    const caller = tier === null ? "null" : `"${tier}"`;
    this.#lines += `{"level":"info","time":"${this.#time()}",${workerMember}"request_id":"${request_id}","method":"${method}","route":"${route}","status":${status},"milliseconds":${milliseconds},"tier":${caller},"bytes":${bytes}}\n`;
    if (workerPid !== null && this.#lines.length > atomicBytes - maxLineBytes) this.flush();
  }

  flush(): void {
    if (this.#lines === "") return;
    const lines = this.#lines;
    this.#lines = "";
    this.#write(lines);
  }

  /** The time in ISO 8601; formatting only the milliseconds is faster. */
  #time(): string {
    const now = Date.now();
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = new Date(now).toISOString().slice(0, -4);
    }
    return `${this.#date}${String(now % 1000).padStart(3, "0")}Z`;
  }
}

/** One writer, though two copies of this module run in one process, so that lines stay whole. */
const logs = processSingleton("logs", openLogs);

/** One JSON object per line on standard output, written at once without blocking. */
export const log = logs.log;

/** One line per request, buffered: only a killed process loses lines, those of its last quarter of a second. */
export function logRequest(seen: RequestRecord): void {
  logs.requests.add(seen);
}

export function setLogLevel(level: string): void {
  if (log.level !== level) log.level = level;
  logs.requests.isOn = log.isLevelEnabled("info");
}

function openLogs() {
  const destination = openDestination();
  const requests = new RequestLines((lines) => void destination.write(lines));
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    requests.flush();
    flushSync();
  };
  const options: LoggerOptions = {
    base: workerPid === null ? null : { pid: workerPid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  };
  const withoutBuffer: LoggerOptions["hooks"] = {
    logMethod(args, method) {
      requests.flush();
      method.apply(this, args);
      destination.flush();
    },
  };
  return { log: pino({ ...options, hooks: withoutBuffer }, destination), requests };
}

/** A log that can't be written, because the disk is full or the reader is gone, must not stop the service. */
function openDestination() {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: workerPid === null ? bufferedBytes : atomicBytes - maxLineBytes,
    maxWrite: workerPid === null ? 2 * bufferedBytes : atomicBytes,
    maxLength: maxBufferedBytes,
    periodicFlush: flushMilliseconds,
  });
  destination.on("error", () => undefined);
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    const { writeSync } = fs;
    Object.assign(fs, { writeSync: writeOrDrop(writeSync) });
    try {
      flushSync();
    } finally {
      Object.assign(fs, { writeSync });
    }
  };
  return destination;
}

/** A pipe that is full may be read in a moment; each try takes a tenth of a second. */
const triesOnFullPipe = 10;

/** pino's own `writeSync` is repeated for ever, so a process with a log that can't be written would never end. */
function writeOrDrop(writeSync: typeof fs.writeSync): (file: number, lines: string | Buffer) => number {
  let tries = 0;
  return (file, lines) => {
    try {
      return typeof lines === "string" ? writeSync(file, lines) : writeSync(file, lines);
    } catch (error) {
      tries += 1;
      const isFull = error instanceof Error && "code" in error && error.code === "EAGAIN";
      if (isFull && tries < triesOnFullPipe) throw error;
      return Buffer.byteLength(lines);
    }
  };
}
