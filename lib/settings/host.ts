import "server-only";
import { processSingleton } from "../core/process-singleton.ts";

/** What accepts the connections: `server.ts`, or the server of another host of Next. */
export type Host = "own server" | "next";

const host = processSingleton<{ current: Host }>("host", () => ({ current: "next" }));

/** Called by our own server before it loads Next, whose bundle has its own copy of every module. */
export function setOwnServer(): void {
  host.current = "own server";
}

export function currentHost(): Host {
  return host.current;
}
