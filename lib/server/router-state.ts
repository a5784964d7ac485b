import "server-only";
import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const name = "next-router-state-tree";

/** What Next's browser part says it shows already. One that Next can't read is left out: the page comes whole, where Next would fail with a 500. */
export function dropUnreadableRouterState({ headers }: Pick<IncomingMessage, "headers">): void {
  try {
    parseAndValidateFlightRouterState(headers[name]);
  } catch {
    delete headers[name];
  }
}
