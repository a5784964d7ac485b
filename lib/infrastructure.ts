import "server-only";
import { seedWhenEmpty } from "../prisma/seed/load.ts";
import { ensureAdministrator } from "./auth/first-administrator.ts";
import { sessionReader, type SessionReader } from "./auth/read-session.ts";
import { forgetOld } from "./auth/sign-in.ts";
import { sessionSecret } from "./auth/secret.ts";
import { SessionUse } from "./auth/session-use.ts";
import { Catalogue } from "./snapshots/catalogue.ts";
import type { Clock } from "./clock.ts";
import { ClockWatch } from "./db/clock-watch.ts";
import type { Database } from "./db/connect.ts";
import type { PrismaClient } from "./db/generated/client.ts";
import { migrate } from "./db/migrate.ts";
import { WriteProbe } from "./db/write-probe.ts";
import type { Env } from "./env.ts";
import { afterChanges } from "./audit-log/change.ts";
import { KeyRing } from "./keys/key-ring.ts";
import { log, setLogLevel } from "./log.ts";
import { Meter, type Observation } from "./meter.ts";
import { countInDatabase, countInUpstash, type Counting } from "./rate-limit/counting.ts";
import type { Limiter, Versions } from "./rate-limit/limiter.ts";
import { forgetOldUse } from "./rate-limit/usage.ts";
import { versionReader } from "./rate-limit/versions.ts";

/** What the service runs on, opened once a process. */
export interface Infrastructure {
  readonly settings: Env;
  readonly now: Clock;
  readonly clock: ClockWatch;
  readonly database: Database;
  readonly catalogue: Catalogue<PrismaClient>;
  readonly keyRing: KeyRing;
  readonly limiter: Limiter;
  /** The versions without a count; null, after a moment, while they can't be known. */
  readVersions(): Promise<Versions | null>;
  /** Ends when the database has all that this instance has counted of keys and accounts, or can't be told. */
  recordUse(): Promise<void>;
  readonly readSession: SessionReader;
  /** What session cookies are sealed with. */
  readonly sessionSecret: string;
  /** What is told of every request that is answered. */
  readonly requests: Meter;
  readonly writeProbe: WriteProbe;
  /** False while this instance counts by itself. */
  isLimitStoreReachable(): boolean;
  close(): Promise<void>;
}

const hourMilliseconds = 3_600_000;

/**
 * Opens the database that `DATABASE_URL` says, brings it up to date, fills it when it is
 * empty, and sets up counting where the settings say.
 *
 * @param root the project's folder, where migrations and dataset are.
 * @param write gets a line for every request; absent: none is written.
 * @throws DatabaseUnavailableError
 */
export async function openInfrastructure(
  settings: Env,
  root: string,
  now: Clock = Date.now,
  write?: (line: Observation) => void,
): Promise<Infrastructure> {
  setLogLevel(settings.LOG_LEVEL);
  const database = await openDatabase(settings);
  let secret: string;
  try {
    secret = sessionSecret(settings);
    await database.exclusively(async () => {
      await migrate(database, root);
      if (settings.SEED === "westend") await seedWhenEmpty(database, root, say);
      await ensureAdministrator(database, settings, say);
    });
  } catch (error) {
    await database.close();
    throw error;
  }

  const readVersions = versionReader(database);
  const counting = openCounting(settings, database, now, readVersions);
  const keyRing = new KeyRing(database, now);
  const sessionUse = new SessionUse(database);
  const catalogue = new Catalogue(database.prisma);
  afterChanges(database, () => catalogue.outdate());
  const clock = new ClockWatch(database, now);
  let tidied = tidy(database, clock);
  const housekeeping = setInterval(() => {
    tidied = tidy(database, clock);
  }, 6 * hourMilliseconds).unref();

  return {
    settings,
    now,
    clock,
    database,
    catalogue,
    keyRing,
    limiter: counting.limiter,
    readVersions,
    recordUse: counting.record,
    readSession: sessionReader(database, secret, now, sessionUse),
    sessionSecret: secret,
    requests: new Meter(write),
    writeProbe: new WriteProbe(database),
    isLimitStoreReachable: counting.isStoreReachable,
    close: async () => {
      clearInterval(housekeeping);
      await Promise.all([counting.close(), keyRing.settled(), sessionUse.settled(), tidied]);
      await database.close();
    },
  };
}

/** Each driver is loaded where it is used: neither is small. */
export async function openDatabase(settings: Pick<Env, "DATABASE_URL" | "DATA_DIR">): Promise<Database> {
  if (!settings.DATABASE_URL) return (await import("./db/embedded/embedded.ts")).openEmbedded(settings.DATA_DIR);
  return (await import("./db/postgres.ts")).openPostgres(settings.DATABASE_URL);
}

function openCounting(
  settings: Env,
  database: Database,
  now: Clock,
  readVersions: Infrastructure["readVersions"],
): Counting {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = settings;
  return url && token ? countInUpstash({ url, token }, database, now, readVersions) : countInDatabase(database, now);
}

/** To the person at the console, beside the log. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function tidy(database: Database, clock: ClockWatch): Promise<void> {
  await Promise.all([clock.look(), forgetOldUse(database), forgetOld(database)]).catch((error: unknown) =>
    log.warn({ err: error }, "Old use was not forgotten; it will be tried again."),
  );
}
