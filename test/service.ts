import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { Route } from "../lib/http/route.ts";
import type { Clock } from "../lib/core/clock.ts";
import { CatalogueReader } from "../lib/catalogue/reader.ts";
import { parseEnv } from "../lib/settings/env.ts";
import { createHttpServer, type HttpServerOptions } from "../lib/http/server/http-server.ts";
import { withCheckedResponses } from "./document-answers.ts";
import type { NextHandler } from "../lib/http/server/rendered-page.ts";
import { openInfrastructure, type Infrastructure } from "../lib/infrastructure.ts";
import { servedRoutes } from "../lib/routes.ts";
import { createTestDatabase, type DatabaseKind } from "./databases.ts";
import { useFixture } from "./fixture.ts";
import { behindProxy } from "./quota-helpers.ts";

/** The service's HTTP server on a free port of this process, with the test's own database. */
export interface TestService {
  url: string;
  port: number;
  infrastructure: Infrastructure;
  /** One request; the path begins with `/api`. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** The number of open connections. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  settings?: Record<string, string>;
  now?: Clock;
  /** Shorter timeouts of the HTTP server. */
  timeouts?: HttpServerOptions["timeouts"];
  connectionLimits?: HttpServerOptions["connectionLimits"];
  /** Routes in addition to the service's own. */
  extraRoutes?: readonly Route[];
  /** Bodies may differ from their declarations, as those of records from an older version do. */
  isUnchecked?: boolean;
  /** Replaces Next. */
  nextHandler?: NextHandler;
  /** For tests that count whole tables, or change records and then compare whole lists. */
  isOwn?: true;
}

const onePage: NextHandler = async (_request, response) => {
  // Node sends no Content-Length to HTTP/1.0 by itself, and a test could not tell where the response ends.
  response.setHeader("Content-Length", "6").end("a page");
};

/** The settings of most blocks: limits that no test reaches, and each request may name an address of its own. */
export const highLimits = {
  ...behindProxy,
  PUBLIC_DAILY_LIMIT: "1000000",
  ACCOUNT_DAILY_LIMIT: "1000000",
};

/**
 * A service during the tests of this block. Blocks with equal settings share it, with its database, for as long as this
 * process runs: a test makes its own accounts, keys, records and addresses. Its clock is the block's. One with other
 * routes, timeouts or pages, or with `isOwn`, is the block's own.
 * @param options if a function, it is called at the start; `settings` are `highLimits` if it names none.
 */
export function useService(
  kind: DatabaseKind,
  options: TestServiceOptions | (() => TestServiceOptions) = {},
): TestService {
  let isShared = false;
  return useFixture(
    async () => {
      const { settings = highLimits, now, ...rest } = typeof options === "function" ? options() : options;
      isShared = Object.keys(rest).length === 0;
      return isShared
        ? share("any", kind, settings, now)
        : startService(kind, { settings, ...rest, ...(now && { now }) });
    },
    async (service) => {
      if (isShared) clock = Date.now;
      else await service.close();
    },
  );
}

/** As `useService`, with the records of the dataset: no block may change one. */
export function useDataset(kind: DatabaseKind, now?: Clock): TestService {
  const countChanges = (service: TestService) => service.infrastructure.database.prisma.recordChange.count();
  let changes = 0;
  return useFixture(
    async () => {
      const service = await share("dataset", kind, highLimits, now);
      changes = await countChanges(service);
      return service;
    },
    async (service) => {
      clock = Date.now;
      if ((await countChanges(service)) > changes) throw new Error("A test changed a record: it needs useService.");
    },
  );
}

let clock: Clock = Date.now;
/** By use, kind and settings, the one used last at the end. */
const shared = new Map<string, Promise<TestService>>();
const mostShared = 3;

async function share(
  use: "any" | "dataset",
  kind: DatabaseKind,
  settings: Record<string, string>,
  now: Clock = Date.now,
): Promise<TestService> {
  const key = JSON.stringify([use, kind, Object.entries(settings).sort()]);
  const running = shared.get(key) ?? startService(kind, { settings, now: () => clock() });
  shared.delete(key);
  shared.set(key, running);
  const [oldest] = shared;
  if (shared.size > mostShared && oldest) {
    shared.delete(oldest[0]);
    await (await oldest[1]).close();
  }
  clock = now;
  return running;
}

export async function startService(testDatabase: DatabaseKind, options: TestServiceOptions = {}): Promise<TestService> {
  const { settings, remove } = await createTestDatabase(testDatabase);
  const service = await serveFrom({ ...settings, ...options.settings }, options);
  return {
    ...service,
    close: async () => {
      await service.close();
      await remove();
    },
  };
}

/** Starts an instance on an existing database. */
export async function serveFrom(
  settings: Record<string, string>,
  {
    now,
    timeouts,
    connectionLimits,
    extraRoutes = [],
    isUnchecked = false,
    nextHandler = onePage,
  }: Omit<TestServiceOptions, "settings"> = {},
): Promise<TestService> {
  const env = parseEnv({ NODE_ENV: "test", ...settings });
  const infrastructure = await openInfrastructure(env, process.cwd(), now);
  // By the database's clock, a session of an earlier day has expired; the first clean-up must not delete the test's.
  if (now) await infrastructure.housekeeping.deleteOldRows();
  const served = [...servedRoutes, ...extraRoutes];
  const { server, stop } = createHttpServer({
    routes: isUnchecked ? served : served.map(withCheckedResponses),
    infrastructure,
    timeouts,
    connectionLimits,
    nextHandler,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    infrastructure,
    get: (path, init) => fetch(url + path, init),
    connections: () => promisify(server.getConnections.bind(server))(),
    close: async () => {
      await stop(0);
      await infrastructure.close();
    },
  };
}

/** What `look` sees in a database, as a service that stops afterwards. */
export async function served<Result>(
  settings: Record<string, string>,
  look: (service: TestService) => Promise<Result>,
): Promise<Result> {
  const service = await serveFrom(settings);
  try {
    return await look(service);
  } finally {
    await service.close();
  }
}

/** What pages read, with every change up to now. */
export async function readerOf({ infrastructure }: TestService, now: Clock): Promise<CatalogueReader> {
  const { catalogue, readVersions } = infrastructure;
  await catalogue.reach((await readVersions())?.data ?? null);
  return new CatalogueReader(catalogue, now);
}
