import "server-only";
import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import sirv from "sirv";
import type { NextHandler } from "./page-cache.ts";

const prefix = "/_next/static/";
const yearSeconds = 31_536_000;

/**
 * Serves what pages are made of as the build has compressed it: Next would compress each script again
 * for each reader, with gzip, an eighth larger. Whatever else is asked, and a file that is not there, is Next's.
 *
 * @param folder where the build's `static/` stands.
 */
export function withStaticAssets(nextHandler: NextHandler, folder: string): NextHandler {
  const files = path.join(folder, "static");
  // A build that was not made by our script has no such forms, and Next's are better than none.
  if (!existsSync(files) || !readdirSync(files, { recursive: true }).some((file) => String(file).endsWith(".br")))
    return nextHandler;
  // Their names change with what is in them.
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
