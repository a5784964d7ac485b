import "server-only";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { withTimeout } from "../../../core/promises.ts";
import type { NextHandler } from "../rendered-page.ts";

const reloadSeconds = 3;
/** Well before a browser, a proxy or our own server gives up on a request. */
const waitMilliseconds = 15_000;

/** Contains no script, and no style element: the policy permits only those with the response's nonce. */
const notice = `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <meta http-equiv="refresh" content="${reloadSeconds}">
    <title>The pages are being built · Theatre Listings</title>
  </head>
  <body style="font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem">
    <main>
      <h1 style="font-size: 1.5rem; line-height: 1.2">The pages are being built</h1>
      <p>This happens once for each version and takes about a minute. This page reloads by itself.</p>
      <p>The API answers already: <a href="/api/shows">/api/shows</a></p>
    </main>
  </body>
</html>
`;

/**
 * Passes requests to Next once the pages are built. Until then a page says so with 503 and reloads by itself; a static
 * asset, which a browser does not show, waits, and gets a 503 when that takes too long.
 *
 * @param built resolves with Next's handler.
 */
export function servePagesWhenBuilt(built: Promise<NextHandler>, longestWait = waitMilliseconds): NextHandler {
  let next: NextHandler | null = null;
  const known = built.then((handler) => (next = handler));
  // The caller that started the build handles its failure.
  known.catch(() => undefined);
  const serve: NextHandler = async (nodeRequest, nodeResponse) => {
    if (next) return next(nodeRequest, nodeResponse);
    const isAwaited = /^\/_next\//.test(nodeRequest.url ?? "");
    const handler = isAwaited ? await withTimeout(longestWait, known).catch(() => null) : null;
    if (handler) return handler(nodeRequest, nodeResponse);
    sendNotice(nodeResponse);
  };
  return Object.assign(serve, { isReady: () => next !== null });
}

function sendNotice(nodeResponse: ServerResponse): void {
  nodeResponse.writeHead(503, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": String(reloadSeconds),
  });
  nodeResponse.end(notice);
}

export class PagesNotBuiltError extends Error {}

/** Builds Next's pages in a process that ends with this one. @throws PagesNotBuiltError; its output is on stderr. */
export async function buildPagesBeside(): Promise<void> {
  // A group of its own: the build starts further processes, which have to end with it.
  const build = spawn(process.execPath, ["scripts/build-all.mjs", "pages"], { stdio: "inherit", detached: true });
  const end = () => {
    if (build.pid !== undefined && build.exitCode === null) process.kill(-build.pid);
  };
  process.once("exit", end);
  const [code] = (await once(build, "close")) as [number | null];
  process.off("exit", end);
  if (code !== 0) throw new PagesNotBuiltError("The pages can't be built; the reason is above.");
}
