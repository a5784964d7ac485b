import "server-only";
import { pino } from "pino";

/** One JSON object a line, on standard output. */
export const log = pino({
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
});
