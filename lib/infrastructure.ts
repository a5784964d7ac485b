import "server-only";
import { seedWhenEmpty } from "../prisma/seed/load.ts";
import { permissions, type Permissions } from "./http/access/permissions.browser.ts";
import { ensureAdministrator } from "./accounts/sign-in/first-administrator.ts";
import { createSessionReader, createSessionRecorder } from "./accounts/sign-in/sessions.ts";
import { sessionSecret } from "./accounts/sign-in/secret.ts";
import { Catalogue } from "./catalogue/catalogue.ts";
import { DerivedValues } from "./catalogue/derived.ts";
import type { Clock } from "./core/clock.ts";
import { ComputedReads } from "./core/computed-reads.ts";
import { createClockMonitor, type ClockMonitor } from "./db/clock-monitor.ts";
import { DatabaseUnavailableError, type Database } from "./db/database.ts";
import { migrate, requireMigrated } from "./db/migrate.ts";
import { createWriteProbe } from "./db/write-probe.ts";
import { createClientAddressMonitor } from "./settings/client-address-monitor.ts";
import type { Env } from "./settings/env.ts";
import type { Host } from "./settings/host.ts";
import { onChange } from "./records/audited-change.ts";
import { createNewDay } from "./records/new-day.ts";
import { createReadCounter } from "./records/record-read-queries.ts";
import { startHousekeeping } from "./accounts/housekeeping.ts";
import { createKeyCache, type KeyCache } from "./accounts/keys/key-cache.ts";
import { KeyRequestRecorder } from "./accounts/keys/request-recorder.ts";
import { setLogLevel } from "./core/log.ts";
import { createLetterSender } from "./accounts/mail/letter-sender.ts";
import { startNoticeWatch } from "./accounts/keys/notices/notice-watch.ts";
import { RequestMetrics, type RequestRecord } from "./core/request-metrics.ts";
import { createDatabaseLimiter } from "./http/rate-limit/create-limiter.ts";
import type { Limiter } from "./http/rate-limit/limiter.ts";
import { createVersionReader, type VersionReader } from "./http/rate-limit/versions.ts";

/** What the service runs on, opened once per process. */
export interface Infrastructure {
  readonly settings: Env;
  readonly permissions: Permissions;
  readonly now: Clock;
  readonly clock: ClockMonitor;
  readonly clientAddresses: ReturnType<typeof createClientAddressMonitor>;
  readonly database: Database;
  /** The records in memory, from which everything is read. */
  readonly catalogue: Catalogue;
  /** What has been computed from them. */
  readonly derived: DerivedValues;
  readonly computedReads: ComputedReads;
  readonly keyCache: KeyCache;
  /** How the requests of keys were answered. */
  readonly keyRequests: KeyRequestRecorder;
  /** How often records are read. */
  readonly reads: ReturnType<typeof createReadCounter>;
  readonly limiter: Limiter;
  /** The versions, read without counting; null, after a timeout, while they are unknown. */
  readonly readVersions: VersionReader;
  /** Resolves when this instance's counts of keys and accounts are in the database, or could not be written. */
  flushUsage(): Promise<void>;
  /** Resolves when everything that this instance buffers is in the database, or could not be written. */
  flush(): Promise<void>;
  /** Null where mail is not set. */
  readonly letters: ReturnType<typeof createLetterSender>;
  readonly notices: ReturnType<typeof startNoticeWatch>;
  readonly housekeeping: ReturnType<typeof startHousekeeping>;
  /** What is done once a London day. */
  readonly newDay: ReturnType<typeof createNewDay>;
  readonly readSession: ReturnType<typeof createSessionReader>;
  readonly sessionSecret: string;
  readonly requests: RequestMetrics;
  readonly canStore: () => Promise<boolean>;
  /** False while this instance counts by itself. */
  isLimitStoreReachable(): boolean;
  close(): Promise<void>;
}

/**
 * Opens the configured database and sets up the limiter. Our own server also prepares the database; under another host
 * that would happen in a request, so it must be done in advance (`npm run db:migrate`).
 *
 * @param root the project's folder, which contains migrations and dataset.
 * @param write writes the log record of each request; none is written when absent.
 * @throws DatabaseUnavailableError
 */
export async function openInfrastructure(
  settings: Env,
  root: string,
  now: Clock = Date.now,
  write?: (line: RequestRecord) => void,
  host: Host = "own server",
): Promise<Infrastructure> {
  setLogLevel(settings.LOG_LEVEL);
  const database = await openDatabase(settings, host);
  let secret: string;
  try {
    secret = sessionSecret(settings);
    if (host === "own server") await prepareDatabase(database, settings, root);
    else await requireMigrated(database, root);
  } catch (error) {
    await database.close();
    throw error;
  }

  const readVersions = createVersionReader(database);
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = settings;
  const counting =
    url && token
      ? (await import("./http/rate-limit/upstash-limiter.ts")).createUpstashLimiter(
          { url, token },
          database,
          now,
          readVersions,
        )
      : createDatabaseLimiter(database, now);
  const keyCache = createKeyCache(database, now);
  const keyRequests = new KeyRequestRecorder(database);
  const reads = createReadCounter(database, now);
  const sessionUse = createSessionRecorder(database);
  const catalogue = new Catalogue(database);
  onChange(database, followSoon(catalogue));
  const computedReads = new ComputedReads();
  const clock = createClockMonitor(database, now);
  const letters = createLetterSender(database, { settings, sessionSecret: secret, now });
  const requests = new RequestMetrics(write);
  const idleness = { uses: () => requests.uses, idleMilliseconds: settings.IDLE_POLL_SECONDS * 1000 };
  letters?.start(idleness);
  const notices = startNoticeWatch({ database, settings, now }, idleness, async () => letters?.sendDue());
  const housekeeping = startHousekeeping({ database, settings, now }, clock, idleness);
  const newDay = createNewDay(database, now, idleness);
  const buffers = [keyCache, keyRequests, sessionUse, reads];
  const flush = async () => {
    await Promise.all([counting.flushUsage(), ...buffers.map((buffer) => buffer.flush())]);
  };

  return {
    settings,
    permissions,
    now,
    clock,
    clientAddresses: createClientAddressMonitor(settings, host, now),
    database,
    catalogue,
    derived: new DerivedValues(catalogue, computedReads, now),
    computedReads,
    keyCache,
    keyRequests,
    reads,
    limiter: counting.limiter,
    readVersions,
    flushUsage: counting.flushUsage,
    flush,
    letters,
    notices,
    housekeeping,
    newDay,
    readSession: createSessionReader(database, secret, now, sessionUse),
    sessionSecret: secret,
    requests,
    canStore: createWriteProbe(database),
    isLimitStoreReachable: counting.isStoreReachable,
    close: async () => {
      await Promise.all([counting.close(), flush(), keyRequests.close(), reads.close()]);
      await Promise.all([letters?.close(), notices.close(), housekeeping.close(), newDay.close()]);
      await database.close();
    },
  };
}

/** Migrates, seeds when empty, adds an administrator. @returns the migrations. @throws DatabaseUnavailableError */
export function prepareDatabase(
  database: Database,
  settings: Pick<Env, "SEED" | "ADMIN_EMAIL" | "ADMIN_PASSWORD">,
  root: string,
): Promise<string[]> {
  return database.exclusively(async () => {
    const applied = await migrate(database, root);
    if (settings.SEED === "westend") await seedWhenEmpty(database, root, print);
    await ensureAdministrator(database, settings, print);
    return applied;
  });
}

/** Loads only the driver in use, because both are large. */
export async function openDatabase(
  settings: Pick<Env, "DATABASE_URL" | "DIRECT_DATABASE_URL" | "DATABASE_POOL_MAX" | "DATA_DIR" | "COUNT_JOURNAL">,
  host: Host = "own server",
): Promise<Database> {
  const { DATABASE_URL: url, DIRECT_DATABASE_URL: directUrl, DATABASE_POOL_MAX: maxConnections } = settings;
  if (url) return (await import("./db/postgres.ts")).openPostgres(url, { host, directUrl, maxConnections });
  const embedded = await import("./db/embedded/embedded.ts").catch((cause: unknown) => {
    throw new DatabaseUnavailableError("This build has no embedded database: set DATABASE_URL.", { cause });
  });
  return embedded.openEmbedded(settings.DATA_DIR, settings.COUNT_JOURNAL === "on");
}

/** So that several writes are read at once, and an import while its answer is written. */
const followMilliseconds = 20;

/**
 * What to do after this process has changed the data. The changes are read soon, whether anyone asks or not: after an
 * import no reader waits for thousands of records.
 */
function followSoon(catalogue: Catalogue): () => void {
  let timer: NodeJS.Timeout | null = null;
  const follow = () => {
    timer = null;
    // A reader tries again, and is told the reason.
    catalogue.reach(null)?.catch(() => undefined);
  };
  return () => {
    catalogue.invalidate();
    if (catalogue.version !== null) timer ??= setTimeout(follow, followMilliseconds).unref();
  };
}

/** Prints a line for people at the console, in addition to the log. */
function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
