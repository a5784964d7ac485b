import "server-only";
import type { IncomingMessage } from "node:http";
// Written for next 16.4.6, which it reaches into: check it with each other version.
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const name = "next-router-state-tree";

/**
 * Drops the header in which Next's client states what it shows already, if Next can't parse it. Next then sends the
 * whole page instead of failing with a 500.
 */
export function dropUnreadableRouterState({ headers }: Pick<IncomingMessage, "headers">): void {
  try {
    parseAndValidateFlightRouterState(headers[name]);
  } catch {
    delete headers[name];
  }
}
