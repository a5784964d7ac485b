import "server-only";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { DatabaseUnavailableError, type Database } from "./connect.ts";

const migrationsFolder = path.join("prisma", "migrations");
const schemaFile = path.join("prisma", "schema.prisma");
const noFilters = { externalTables: [], externalEnums: [] };

/**
 * Applies the migrations under `root` that the database does not have yet, and writes
 * them into Prisma's own `_prisma_migrations`.
 *
 * @returns the names of those applied.
 * @throws DatabaseUnavailableError where a newer version of the service has applied others; then nothing is changed.
 */
export async function migrate(database: Database, root: string): Promise<string[]> {
  if (await hasAll(database, root)) return [];
  return withEngine(database, root, async (engine) => {
    const applied = await engine.applyMigrations({ migrationsList: readMigrations(root), filters: noFilters });
    return applied.appliedMigrationNames;
  });
}

/**
 * Whether the engine would find nothing to do and nothing to complain of: asked first, as
 * nearly every start finds it so, and to compile the engine takes longer than all the rest of one.
 */
async function hasAll({ place, query }: Database, root: string): Promise<boolean> {
  const [table] = await query<{ is_there: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS is_there",
    [],
  );
  if (!table?.is_there) return false;
  const noted = await query<{ name: string; is_done: boolean }>(
    "SELECT migration_name AS name, finished_at IS NOT NULL AS is_done FROM _prisma_migrations WHERE rolled_back_at IS NULL",
    [],
  );
  const [known, names] = [namesOfMigrations(root), new Set(noted.map(({ name }) => name))];
  const unknown = [...names].filter((name) => !known.includes(name)).sort();
  if (unknown.length > 0) throw newer(place, unknown);
  return noted.every(({ is_done }) => is_done) && known.every((name) => names.has(name));
}

function newer(place: string, unknown: string[]): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `The database ${place} was migrated by a newer version of the service: this one does not know ${unknown.join(", ")}. ` +
      "Nothing was changed. Start the newer version, or restore a backup from before the upgrade for this one.",
  );
}

/**
 * What a migrated database still lacks to be as `schema.prisma` says.
 *
 * @returns SQL; empty when they agree.
 */
export async function missingFromMigrations(migrated: Database, root: string): Promise<string> {
  const schema = { path: schemaFile, content: readFileSync(path.join(root, schemaFile), "utf8") };
  return withEngine(migrated, root, async (engine) => {
    const answer = await engine.diff({
      // The engine reads the adapter's database; the schema only says which kind it is.
      from: { tag: "schemaDatasource", files: [schema], configDir: root },
      to: { tag: "schemaDatamodel", files: [schema] },
      script: true,
      exitCode: null,
      filters: noFilters,
    });
    const sql = answer.stdout ?? "";
    return sql.includes("This is an empty migration") ? "" : sql;
  });
}

async function withEngine<Result>(
  database: Database,
  root: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await loadEngine(root);
  const { factory, disconnect } = disconnectable(database.migrationAdapter);
  const ignoreLog = () => undefined;
  const engine = await bindings.SchemaEngine.new(
    { datamodels: undefined },
    ignoreLog,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
    await disconnect();
  }
}

/** The engine never closes its connections, and with them it would hold its lock as long as this process lives. */
function disconnectable(adapter: SqlMigrationAwareDriverAdapterFactory) {
  const connections: SqlDriverAdapter[] = [];
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    ...adapter,
    connect: async () => {
      const connection = await adapter.connect();
      connections.push(connection);
      return connection;
    },
  };
  return { factory, disconnect: () => Promise.all(connections.map((connection) => connection.dispose())) };
}

let loading: Promise<void> | undefined;

/** The package expects a bundler to instantiate its module; Node does it in three lines. */
function loadEngine(root: string): Promise<void> {
  loading ??= (async () => {
    // From a folder that is known only at run time: `next build` would put a module's number where the path should be.
    const beside = createRequire(path.join(root, "package.json")).resolve(
      "@prisma/schema-engine-wasm/schema_engine_bg",
    );
    const bytes = readFileSync(path.join(path.dirname(beside), "schema_engine_bg.wasm"));
    const { instance } = await WebAssembly.instantiate(bytes, {
      "./schema_engine_bg.js": { ...bindings, ...restlessTimers() },
    });
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports["__wbindgen_start"] as () => void)();
  })();
  return loading;
}

/** The engine's limits of time outlast its work by ten seconds, in which a command that is done would not end. */
function restlessTimers(): Record<string, (call: () => void, milliseconds: number) => NodeJS.Timeout> {
  const names = Object.keys(bindings).filter((name) => name.startsWith("__wbg_setTimeout_"));
  return Object.fromEntries(
    names.map((name) => [name, (call, milliseconds) => setTimeout(call, milliseconds).unref()]),
  );
}

function readMigrations(root: string): MigrationList {
  const baseDir = path.join(root, migrationsFolder);
  const lockfile = path.join(baseDir, "migration_lock.toml");
  return {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: existsSync(lockfile) ? readFileSync(lockfile, "utf8") : null },
    shadowDbInitScript: "",
    migrationDirectories: namesOfMigrations(root).map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: readFileSync(path.join(baseDir, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

/** Oldest first. */
function namesOfMigrations(root: string): string[] {
  return readdirSync(path.join(root, migrationsFolder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
