import { afterAll, describe, expect, test } from "vitest";
import type { Database } from "../../db/database.ts";
import { parseEnv } from "../../settings/env.ts";
import { openDatabase } from "../../infrastructure.ts";
import { createTestDatabase, killedKinds } from "../../../test/databases.ts";
import { removeBundle, startInstance, type Instance } from "../../../test/processes.ts";
import { serveFrom } from "../../../test/service.ts";
import { signedIn } from "../../../test/signed-in.ts";
import { recordFault } from "../../../test/fault-recorder.ts";

/** The number of kills; `npm run test:faults` does five, `KILLS=100 npm run test:faults -- killed` more. */
const rounds = Number(process.env["KILLS"] ?? 1);
const writers = 6;
const secret = { NEXTAUTH_SECRET: "the same for all of them", NEXTAUTH_URL: "http://127.0.0.1" };

type Show = Record<string, unknown> & { id: string };

/** An acknowledged write: the record after it, or null when it was deleted. */
interface Acknowledged {
  id: string;
  after: Show | null;
}

interface Entry {
  record_id: string;
  action: string;
  before: Show | null;
  after: Show | null;
}

afterAll(removeBundle);

describe.each(killedKinds)("killed during concurrent writes (%s)", (name) => {
  test(
    "every acknowledged write is there with its entry, and none is half there",
    async () => {
      const seen = recordFault(`the service killed (\`kill -9\`) under six writers, ${rounds} times, ${name}`);
      const testDatabase = await createTestDatabase(name);
      const settings = { ...testDatabase.settings, ...secret, ACCOUNT_DAILY_LIMIT: "100000000" };
      const first = await serveFrom(settings);
      const cookie = await signedIn(first, "editor");
      await first.close();
      const acknowledged: Acknowledged[] = [];
      let total = 0;

      for (let round = 0; round < rounds; round += 1) {
        if (round > 0) seen.over();
        const instance = await startInstance(settings);
        if (round > 0) seen.back();
        const watched: Pick<Instance, "get"> = { get: (path, init) => seen.see(() => instance.get(path, init)) };
        const enough = 10 + Math.floor(Math.random() * 60);
        let written = 0;
        let killing: Promise<void> | undefined;
        const note = (one: Acknowledged) => {
          acknowledged.push(one);
          if ((written += 1) >= enough) killing ??= instance.kill();
        };
        await Promise.all(
          Array.from({ length: writers }, (_, writer) => write(watched, cookie, `${round}-${writer}`, note)),
        );
        await killing;

        const database = await openDatabase(parseEnv({ NODE_ENV: "test", ...settings }));
        total = await check(database, acknowledged);
        await database.close();
      }

      seen.kept("writes", acknowledged.length, 0);
      process.stdout.write(
        `${name}: ${rounds} kills, ${acknowledged.length} acknowledged writes all there, ${total - acknowledged.length} more whole ones whose answer did not arrive\n`,
      );
      await testDatabase.remove();
    },
    60_000 + rounds * 20_000,
  );
});

/** Creates, changes and deletes shows one after another, until the instance is killed. */
async function write(
  instance: Pick<Instance, "get">,
  cookie: string,
  mark: string,
  note: (one: Acknowledged) => void,
): Promise<void> {
  const send = async (method: string, path: string, body?: unknown): Promise<Show> => {
    const response = await instance.get(path, {
      method,
      headers: { cookie, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`);
    return (await response.json()) as Show;
  };
  try {
    for (let count = 0; ; count += 1) {
      const created = await send("POST", "/api/shows", { name: `Killed ${mark} ${count}`, type: "play" });
      note({ id: created.id, after: created });
      const path = `/api/shows/${created.id}`;
      const changed = await send("PUT", path, { description: `changed ${count}` });
      note({ id: created.id, after: changed });
      if (count % 2 === 0) continue;
      await send("DELETE", path);
      note({ id: created.id, after: null });
    }
  } catch (error) {
    // The instance is gone, or the response was cut off; a refusal would be a failure.
    if (error instanceof Error && error.message.includes("was answered with")) throw error;
  }
}

/** @returns how many writes of the killed instances were recorded. */
async function check(database: Database, acknowledged: readonly Acknowledged[]): Promise<number> {
  const { entries, rows } = await snapshot(database);

  // Each entry begins with the state in which the one before ended, and the last one matches the record.
  const told = new Map<string, Show | null>();
  for (const entry of entries) {
    expect(entry.before, entry.record_id).toEqual(told.get(entry.record_id) ?? null);
    told.set(entry.record_id, entry.after);
  }
  const current = [...told].flatMap(([id, after]) => (after ? [[id, after] as const] : []));
  // Rows also have details, which no change here has touched.
  expect(Object.fromEntries(rows.map((row) => [row.id, row]))).toMatchObject(Object.fromEntries(current));
  expect(rows).toHaveLength(current.length);

  const states = new Map<string, number>();
  for (const { record_id, after } of entries) {
    const state = stateOf(record_id, after);
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  for (const { id, after } of acknowledged) expect([id, states.get(stateOf(id, after))]).toEqual([id, 1]);
  return entries.length;
}

/** One statement for both, because the server may still finish work of the killed instance. */
async function snapshot(database: Database): Promise<{ entries: Entry[]; rows: Show[] }> {
  const [found] = await database.query<{ entries: Entry[]; rows: Show[] }>(
    `SELECT
       (SELECT coalesce(json_agg(entry ORDER BY entry.id), '[]') FROM activity AS entry) AS entries,
       (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'type', type, 'description', description,
          'image', image, 'booking_until', booking_until)), '[]') FROM shows WHERE name LIKE 'Killed %') AS rows`,
    [],
  );
  if (!found) throw new Error("A SELECT without FROM gave no row.");
  return found;
}

function stateOf(id: string, after: Show | null): string {
  return `${id} ${JSON.stringify(after && Object.entries(after).sort())}`;
}
