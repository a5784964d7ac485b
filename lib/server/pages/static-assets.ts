import "server-only";
import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import sirv from "sirv";
import type { NextHandler } from "../rendered-page.ts";

const prefix = "/_next/static/";
const yearSeconds = 31_536_000;

/**
 * Serves the static assets of pages as compressed by the build. Next would compress each file again for each request, and
 * only with gzip, which is an eighth larger. Next handles all other requests and missing files.
 *
 * @param folder the folder that contains the build's `static/`.
 */
export function withStaticAssets(nextHandler: NextHandler, folder: string): NextHandler {
  const files = path.join(folder, "static");
  // A build by another script has no compressed files, so Next's compression is better.
  if (!existsSync(files) || !readdirSync(files, { recursive: true }).some((file) => String(file).endsWith(".br")))
    return nextHandler;
  // The file names contain a hash of the content, so they can be cached as immutable.
  const serve = sirv(files, { brotli: true, gzip: true, immutable: true, maxAge: yearSeconds });
  return async (nodeRequest: IncomingMessage, nodeResponse: ServerResponse) => {
    const { url = "" } = nodeRequest;
    if (!url.startsWith(prefix)) return nextHandler(nodeRequest, nodeResponse);
    return new Promise((resolve, reject) => {
      nodeResponse.once("close", resolve);
      nodeRequest.url = url.slice(prefix.length - 1);
      serve(nodeRequest, nodeResponse, () => {
        nodeRequest.url = url;
        nextHandler(nodeRequest, nodeResponse).catch(reject);
      });
    });
  };
}
