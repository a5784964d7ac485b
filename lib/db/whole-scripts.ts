import "server-only";
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";

/**
 * Both driver adapters run a migration wrongly: the one for `pg` splits it at every
 * semicolon, also inside a function's body; the one for PGlite doesn't wait for it, so
 * that its errors are lost. This hands the script over whole and waits.
 */
export function withWholeScripts(
  factory: SqlDriverAdapterFactory,
  runScript: (script: string) => Promise<void>,
): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => withScript(await factory.connect(), runScript),
    connectToShadowDb: () => {
      throw new Error("Migrations are compared in a database of their own: see lib/db/migrate.ts.");
    },
  };
}

function withScript(adapter: SqlDriverAdapter, runScript: (script: string) => Promise<void>): SqlDriverAdapter {
  return new Proxy(adapter, {
    get(target, property) {
      if (property === "executeScript") return runScript;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
