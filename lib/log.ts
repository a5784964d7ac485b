import "server-only";
import { writeSync } from "node:fs";
import { pino, type Logger, type LoggerOptions } from "pino";
import type { Observation } from "./meter.ts";

/** Written at once when that much has come together, else every quarter of a second. */
const gatheredBytes = 8 * 1024;
const flushMilliseconds = 250;
/** Whoever runs us and does not read what we say loses lines, not the service. */
const mostBytesWaiting = 16 * 1024 * 1024;

interface Logs {
  readonly log: Logger;
  readonly requests: Logger;
}

/** Two copies of this module run in one process (see `running.ts`): one writer keeps each other's lines whole. */
const everywhere = globalThis as { theatreListingsLogs?: Logs };
const logs = (everywhere.theatreListingsLogs ??= openLogs());

/** One JSON object a line, on standard output. A line leaves the process at once, without anybody waiting for it. */
export const log = logs.log;

/**
 * A line a request. They are gathered: a process that is killed loses those of its last quarter of a
 * second; one that stops, or ends by an error of its own, loses none.
 */
export function logRequest(seen: Observation): void {
  logs.requests.info(seen);
}

/** What is less than `level` is not written. */
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
  const atOnce: LoggerOptions["hooks"] = {
    logMethod(given, method) {
      method.apply(this, given);
      destination.flush();
    },
  };
  return { log: pino({ ...options, hooks: atOnce }, destination), requests: pino(options, destination) };
}

/** A log that can't be written, because the disk is full or nobody is at the other end, must not end the service. */
function openDestination() {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: gatheredBytes,
    maxLength: mostBytesWaiting,
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
  // It tries until it succeeds, for ever: a process that ends must know beforehand whether it will.
  destination.flushSync = () => {
    if (!isUsed) return;
    isWritable ??= canWrite();
    if (isWritable) flushSync();
  };
  return destination;
}

/** Found out by an empty line. */
function canWrite(): boolean {
  try {
    return writeSync(1, "\n") === 1;
  } catch {
    return false;
  }
}
