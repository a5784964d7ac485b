import "server-only";
import { writeSync } from "node:fs";
import { pino, type Logger, type LoggerOptions } from "pino";
import type { RequestRecord } from "./request-metrics.ts";

/** Request lines are written when this much is buffered, else every quarter of a second. */
const bufferedBytes = 8 * 1024;
const flushMilliseconds = 250;
/** When standard output is not read, lines beyond this are dropped and the service continues. */
const maxBufferedBytes = 16 * 1024 * 1024;

interface Logs {
  readonly log: Logger;
  readonly requests: Logger;
}

/** Two copies of this module run in one process (see `shared-infrastructure.ts`); one shared writer keeps lines whole. */
const processGlobals = globalThis as { theatreListingsLogs?: Logs };
const logs = (processGlobals.theatreListingsLogs ??= openLogs());

/** One JSON object per line on standard output, written at once without blocking. */
export const log = logs.log;

/**
 * One line per request, buffered. A killed process loses the lines of its last quarter of a second; one that stops, or
 * exits with an error, loses none.
 */
export function logRequest(seen: RequestRecord): void {
  logs.requests.info(seen);
}

/** Drops lines below `level`. */
export function setLogLevel(level: string): void {
  for (const one of [log, logs.requests]) if (one.level !== level) one.level = level;
}

function openLogs(): Logs {
  const destination = openDestination();
  const options: LoggerOptions = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  };
  const withoutBuffer: LoggerOptions["hooks"] = {
    logMethod(given, method) {
      method.apply(this, given);
      destination.flush();
    },
  };
  return { log: pino({ ...options, hooks: withoutBuffer }, destination), requests: pino(options, destination) };
}

/** A log that can't be written, because the disk is full or the reader is gone, must not stop the service. */
function openDestination() {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: bufferedBytes,
    maxLength: maxBufferedBytes,
    periodicFlush: flushMilliseconds,
  });
  let isWritable: boolean | null = null;
  let isUsed = false;
  destination.on("error", () => (isWritable = false)).on("write", () => (isWritable = true));
  const write = destination.write.bind(destination);
  destination.write = (line) => {
    isUsed = true;
    return write(line);
  };
  const flushSync = destination.flushSync.bind(destination);
  // The original retries for ever, so a process that exits must know beforehand whether writing succeeds.
  destination.flushSync = () => {
    if (!isUsed) return;
    isWritable ??= canWrite();
    if (isWritable) flushSync();
  };
  return destination;
}

/** Tests by writing an empty line. */
function canWrite(): boolean {
  try {
    return writeSync(1, "\n") === 1;
  } catch {
    return false;
  }
}
