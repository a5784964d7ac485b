import { Client } from "pg";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { log } from "../core/log.ts";
import { emptyDatabase } from "../../test/databases.ts";
import { openPostgres, takeStartLock } from "./postgres.ts";

describe.skipIf(inject("postgresUrl") === null)("a start while another instance prepares the database", () => {
  test("says so in the log, and continues when the other is done", async () => {
    const said: string[] = [];
    const url = await newDatabase();
    const [holder, waiter] = [await connected(url), await connected(url)];
    await takeStartLock(holder, "theatre");
    vi.spyOn(log, "warn").mockImplementation((...words: unknown[]) => {
      said.push(String(words[0]));
      void holder.query("COMMIT");
    });
    onTestFinished(() => void vi.restoreAllMocks());

    await takeStartLock(waiter, "theatre");

    expect(said[0]).toBe("Another instance prepares the database theatre. This one has waited for 4 seconds.");
  });

  test("gives up with a statement that ends the session that holds the lock", async () => {
    const url = await newDatabase();
    const [holder, waiter] = [await connected(url), await connected(url)];
    await takeStartLock(holder, "theatre");

    const refused = await takeStartLock(waiter, "theatre", { reportSeconds: 5, maxSeconds: 0 }).catch(String);

    const remedy = /SELECT pg_terminate_backend.*$/.exec(String(refused))?.[0] ?? "";
    expect((await waiter.query(remedy)).rows).toEqual([{ pg_terminate_backend: true }]);
    await takeStartLock(waiter, "theatre");
  });

  test("does its work after the other's, and leaves no lock", async () => {
    const database = await openPostgres(await newDatabase());
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await database.query("SELECT pg_sleep(0.1)", []);
      order.push(`${name} ends`);
    };

    await Promise.all([database.exclusively(work("one")), database.exclusively(work("one"))]);

    expect(order).toEqual(["one begins", "one ends", "one begins", "one ends"]);
    // Other tests take theirs on the same server.
    const own = "database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    expect(await database.query(`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND ${own}`, [])).toEqual([]);
    await database.close();
  });
});

async function newDatabase(): Promise<string> {
  const database = await emptyDatabase();
  onTestFinished(() => database.remove());
  return database.url;
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
