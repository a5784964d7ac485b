import "server-only";
import cluster from "node:cluster";
import { once } from "node:events";
import type { Server, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Route } from "../route.ts";
import { DatabaseUnavailableError } from "../../db/database.ts";
import { env, SettingsError, type Env } from "../../settings/env.ts";
import { setOwnServer } from "../../settings/host.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { sharedInfrastructure as openOnce } from "../shared-infrastructure.ts";
import { warnOfMissingUrl } from "../service-origin.ts";
import { serveWithWorkers } from "./cluster.ts";
import { createHttpServer } from "./http-server.ts";
import type { NextHandler } from "./rendered-page.ts";
import { restBetweenPages } from "./pages/async-contexts.ts";
import { buildPagesBeside, PagesNotBuiltError, servePagesWhenBuilt } from "./pages/pages-being-built.ts";
import { existsSync, readdirSync } from "node:fs";
import sirv from "sirv";

/**
 * By how many percent the heap may grow before V8 collects garbage: by default it lets such a small heap triple. That
 * what is left on its pages is moved together: otherwise a third of the heap is gaps under mixed load. And how many
 * bytes of a function of PGlite or Prisma run before V8 compiles it anew for speed: by default 1.8 million, with which
 * a start compiles for half a second what it hardly uses again.
 */
const v8Flags = ["--heap-growing-percent=40", "--optimize-for-size", "--wasm-tiering-budget=60000000"];

interface Options {
  /** The file of this program, which further processes of the service run too. */
  readonly program: string;
  /** Serves the API at once, and builds the pages meanwhile. */
  readonly buildsPages: boolean;
}

/** Starts the service and stops it at SIGTERM or SIGINT. A known cause that prevents the start is printed, with exit code 1. */
export async function main(routes: readonly Route[], { program, buildsPages }: Options): Promise<void> {
  setOwnServer();
  // The service continues when the reader of its output is gone. Next would report that to the same reader, for ever.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
  try {
    const settings = env();
    if (settings.WEB_CONCURRENCY > 1 && settings.NODE_ENV !== "development" && cluster.isPrimary) {
      if (buildsPages) await buildPagesBeside();
      serveWithWorkers(program, settings.WEB_CONCURRENCY);
      return;
    }
    for (const flag of v8Flags) setFlagsFromString(flag);
    const infrastructure = await openOnce();
    warnOfMissingUrl(settings);
    // So that the first request need not wait for it. When it fails, that request tries again.
    const loaded = Promise.resolve(infrastructure.catalogue.reach(null)).catch(() => undefined);
    // The build takes all processors, so it comes after what the API needs.
    const built = buildsPages ? loaded.then(buildPagesBeside) : Promise.resolve();
    const pages = built.then(() => preparePages(settings));
    if (!buildsPages) await pages;
    const nextHandler = servePagesWhenBuilt(pages.then((prepared) => prepared.nextHandler));
    const { server, stop } = createHttpServer({ routes, infrastructure, nextHandler });
    if (settings.NODE_ENV === "development")
      server.on("upgrade", (...given) => void pages.then(({ upgrade }) => upgrade(...given)));
    const address = await listen(server, settings);
    endGracefully(stop, infrastructure);
    infrastructure.newDay.start();
    if (cluster.worker) {
      cluster.worker.send(address);
      return;
    }
    // Printed last, because a program that reads it may stop the service at once.
    process.stdout.write(`Theatre Listings is served on ${address}\n`);
    if (!buildsPages) return;
    process.stdout.write("The pages are still being built, and say so.\n");
    await pages;
    process.stdout.write("The pages are built.\n");
  } catch (error) {
    if (!causes.some((cause) => error instanceof cause)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

class PortTakenError extends Error {}

const causes = [SettingsError, DatabaseUnavailableError, PortTakenError, PagesNotBuiltError];

/** Loads Next. It comes last, so that anything that prevents the start is reported quickly. */
async function preparePages({ NODE_ENV, HOST, PORT }: Env) {
  const { default: prepare } = await import("next");
  const isDevelopment = NODE_ENV === "development";
  if (!isDevelopment) restBetweenPages();
  const app = prepare({ dev: isDevelopment, dir: process.cwd(), hostname: HOST, port: PORT });
  await app.prepare();
  const next: NextHandler = app.getRequestHandler();
  const nextHandler = isDevelopment ? next : withStaticAssets(next, path.join(process.cwd(), ".next"));
  return { nextHandler, upgrade: app.getUpgradeHandler() };
}

async function listen(server: Server, { HOST, PORT }: Env): Promise<string> {
  server.listen(PORT, HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PortTakenError(
      `The service can't listen on HOST ${HOST}, PORT ${PORT}: ${reason}. Set PORT or HOST to another.`,
    );
  }
  const { port } = server.address() as AddressInfo;
  const name = HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST;
  return `http://${name}:${port}`;
}

function endGracefully(stop: () => Promise<void>, infrastructure: Infrastructure): void {
  let isEnding = false;
  const end = async () => {
    // A second signal ends the process at once. Ctrl-C reaches a worker twice: from the terminal, and from its parent.
    if (isEnding && cluster.isPrimary) process.exit(1);
    if (isEnding) return;
    isEnding = true;
    await stop();
    await infrastructure.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
}

const prefix = "/_next/static/";
const yearSeconds = 31_536_000;

/**
 * Serves the static assets of pages as compressed by the build. Next would compress each file again for each request, and
 * only with gzip, which is an eighth larger. Next handles all other requests and missing files.
 *
 * @param folder the folder that contains the build's `static/`.
 */
function withStaticAssets(nextHandler: NextHandler, folder: string): NextHandler {
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
