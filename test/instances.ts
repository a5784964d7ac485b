import { onTestFinished } from "vitest";
import { createTestDatabase, fastestDatabase } from "./databases.ts";
import { delegate, useFixture } from "./fixture.ts";
import { serveFrom, type TestService, type TestServiceOptions } from "./service.ts";
import { startUpstash, type StoreName } from "./stores.ts";

/** Two instances with one database. The embedded database allows only one, which is then both. */
export type Instances = readonly [one: TestService, other: TestService];

interface Pair {
  services: Instances;
  close(): Promise<void>;
}

/** Two instances that run until the end of this test. */
export async function startInstances(store: StoreName, options: TestServiceOptions = {}): Promise<Instances> {
  const pair = await startPair(store, options);
  onTestFinished(() => pair.close());
  return pair.services;
}

/** Two instances that run during the tests of this block. @param options is called when they start. */
export function useInstances(store: StoreName, options: () => TestServiceOptions): Instances {
  const pair = useFixture(
    () => startPair(store, options()),
    (started) => started.close(),
  );
  return [delegate(() => pair.services[0]), delegate(() => pair.services[1])];
}

async function startPair(store: StoreName, { settings, ...options }: TestServiceOptions): Promise<Pair> {
  const database = await createTestDatabase(store === "upstash" ? fastestDatabase : store);
  const upstash = store === "upstash" ? await startUpstash() : null;
  const shared = { NEXTAUTH_SECRET: "the same for both", ...database.settings, ...upstash?.settings, ...settings };
  const one = await serveFrom(shared, options);
  const other = database.settings["DATABASE_URL"] ? await serveFrom(shared, options) : one;
  // A first read that waits for the data may get 503 on a busy machine, and would then not be counted.
  await Promise.all([one, other].map(({ infrastructure }) => infrastructure.catalogue.reach(null)));
  return {
    services: [one, other],
    close: async () => {
      await one.close();
      if (other !== one) await other.close();
      await upstash?.close();
      await database.remove();
    },
  };
}
