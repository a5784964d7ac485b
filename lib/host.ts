import "server-only";

/** What accepts the connections: `server.ts`, or the server of another host of Next. */
export type Host = "own server" | "next";

const processGlobals = globalThis as { theatreListingsHost?: Host };

/** Called by our own server before it loads Next, whose bundle has its own copy of every module. */
export function setOwnServer(): void {
  processGlobals.theatreListingsHost = "own server";
}

export function currentHost(): Host {
  return processGlobals.theatreListingsHost ?? "next";
}
