import { afterAll, expect, onTestFinished, test } from "vitest";
import { type DatabaseKind, databaseOfTest, killedKinds } from "../test/databases.ts";
import { developer, withKey } from "../test/developer.ts";
import { recordFault } from "../test/fault-recorder.ts";
import { startMailServer } from "../test/mail-server.ts";
import { isFullRun } from "../test/fixture.ts";
import { emptyDatabaseBehindPooler, hasPooler } from "../test/stores.ts";
import { removeBundle, startInstance, type Instance } from "../test/processes.ts";
import { behindProxy, burst, freshAddress, fromAddress, quotaOf, sameDay } from "../test/quota-helpers.ts";
import { served } from "../test/service.ts";
import { signedIn } from "../test/signed-in.ts";
import { readEverything, UpdatesReader } from "../test/updates-reader.ts";
import type { Database } from "./db/database.ts";
import { failedRequest, routeUsage, usageDay } from "./accounts/keys/schema.browser.ts";
import { queueLetter } from "./accounts/mail/letter-queries.ts";

/** The number of kills; `npm run test:faults` does five, `KILLS=100 npm run test:faults -- killed` more. */
const rounds = Number(process.env["KILLS"] ?? 1);
const writers = 6;
const limit = 100;
const own = { ...behindProxy, NEXTAUTH_SECRET: "the same for all of them", NEXTAUTH_URL: "http://127.0.0.1" };

type Kind = DatabaseKind | "server behind PgBouncer";
const kinds: readonly Kind[] = [
  ...killedKinds,
  ...(isFullRun && hasPooler ? ["server behind PgBouncer" as const] : []),
];

afterAll(removeBundle);

async function settingsOf(kind: Kind): Promise<Record<string, string>> {
  if (kind === "server behind PgBouncer") return { DATABASE_URL: (await emptyDatabaseBehindPooler()).pooled };
  return databaseOfTest(kind);
}

type Get = Instance["get"];

const withCookie =
  ({ get }: { get: Get }, cookie: string): Get =>
  (path, init) =>
    get(path, { ...init, headers: { ...(init?.headers as Record<string, string> | undefined), cookie } });

test.each(kinds)(
  "a service that is killed under load keeps each write with its log, the counts, the letters and the updates (%s)",
  async (kind) => {
    const seen = recordFault(`the service killed (\`kill -9\`) under six writers, ${rounds} times, ${kind}`);
    const mail = await startMailServer();
    onTestFinished(mail.close);
    const settings = { ...own, ...(await settingsOf(kind)), ACCOUNT_DAILY_LIMIT: "100000000" };
    const { editor, owner, key } = await served(settings, async (service) => {
      const { cookie, makeKey } = await developer(service);
      await service.infrastructure.database.prisma.$transaction((transaction) =>
        queueLetter(transaction, mail.settings, { to: "ada@example.com", subject: "A subject", text: "The text." }),
      );
      return { editor: await signedIn(service, "editor"), owner: cookie, key: await makeKey() };
    });
    /** What the key's owner sees of its requests. */
    const usageOf = async (service: { get: Get }) => {
      const ask = async (path: string): Promise<unknown> =>
        (await withCookie(service, owner)(`/api/keys/${key.id}/${path}`)).json();
      return {
        failures: failedRequest.array().parse(await ask("requests")),
        routes: routeUsage.array().parse(await ask("usage?days=1&by=route")),
        days: usageDay.array().parse(await ask("usage?days=1")),
      };
    };
    const isSameDay = sameDay();
    const acknowledged: Acknowledged[] = [];
    const copies = [500, 50].map((size) => new UpdatesReader(`?limit=${size}`));
    /** How many requests of an address have been answered, and whether others may have been counted. */
    const addresses: { address: string; answered: number; isWhole: boolean }[] = [];
    let told: Awaited<ReturnType<typeof usageOf>> | undefined;
    mail.behaviour = { recipient: "accept", data: "hang" };

    for (let round = 0; round < rounds; round += 1) {
      const reached = round === 0 ? mail.reached() : null;
      if (round > 0) seen.over();
      const instance = await startInstance({ ...settings, ...mail.settings });
      onTestFinished(instance.kill);
      if (round > 0) seen.back();
      // The letter has been sent, and not been accepted yet.
      await reached;
      if (!told) {
        for (const path of ["/api/shows", "/api/shows/no-such-show"]) await instance.get(path, withKey(key.key));
        told = await usageOf(instance);
        // Perhaps not written yet.
        await instance.get("/api/shows", withKey(key.key));
      }
      const counted = { address: freshAddress(), answered: 60, isWhole: true };
      const { statuses } = await burst(60, () => instance.get("/api/shows", fromAddress(counted.address)));
      expect(statuses).toEqual({ 200: 60 });

      const enough = acknowledged.length + 10 + Math.floor(Math.random() * 60);
      let killing: Promise<void> | undefined;
      const torn = { address: freshAddress(), answered: 0, isWhole: false };
      const note = (one: Acknowledged) => {
        acknowledged.push(one);
        if (acknowledged.length < enough || killing) return;
        const asked = Array.from({ length: 60 }, () =>
          instance.get("/api/shows", fromAddress(torn.address)).then(
            () => (torn.answered += 1),
            () => null,
          ),
        );
        killing = Promise.race(asked)
          .then(() => instance.kill())
          .then(() => void Promise.all(asked));
      };
      const get = withCookie({ get: (path, init) => seen.see(() => instance.get(path, init)) }, editor);
      // Each ends with a broken connection.
      const reading = Promise.allSettled(
        copies.map(async (copy) => {
          for (;;) await copy.catchUp({ url: instance.url, get: withCookie(instance, editor) });
        }),
      );
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(get, `${round}-${writer}`, note)));
      await reading;
      await killing;
      addresses.push(counted, torn);
    }

    mail.behaviour = { recipient: "accept", data: "accept" };
    await served({ ...settings, ...mail.settings }, async (service) => {
      const { database, letters } = service.infrastructure;
      await checkLog(database, acknowledged);
      // After midnight these are yesterday's.
      for (const { address, answered, isWhole } of isSameDay() ? addresses : []) {
        const { remaining } = quotaOf(await service.get("/api/quota", fromAddress(address)));
        expect(remaining).toBeLessThanOrEqual(limit - answered);
        expect(remaining).toBeGreaterThanOrEqual(isWhole ? limit - answered : limit - 60);
      }

      const usage = await usageOf(service);
      expect(told).toMatchObject({
        failures: [{ route: "/api/shows/{id}", status: 404 }],
        routes: [
          { "2xx": 1, counted: 1 },
          { "4xx": 1, counted: 1 },
        ],
      });
      expect(usage.failures).toEqual(told?.failures);
      if (isSameDay()) {
        expect([2, 3]).toContain(usage.routes.reduce((sum, route) => sum + route.counted, 0));
        expect(usage.days).toMatchObject([{ requests: 3 }]);
      }

      const reader = { url: service.url, get: withCookie(service, editor) };
      const everything = Object.fromEntries(await readEverything(reader, limit));
      for (const copy of copies) {
        await copy.catchUp(reader);
        expect([...copy.copy.keys()].sort()).toEqual(Object.keys(everything).sort());
        expect(Object.fromEntries(copy.copy)).toMatchObject(everything);
        expect(copy.numbers).toEqual([...new Set(copy.numbers)].sort((one, other) => one - other));
      }

      await database.prisma.letter.updateMany({ where: { sent_at: null }, data: { next_try: new Date(0) } });
      await letters?.sendDue();
      expect((await mail.take("ada@example.com")).subject).toBe("A subject");
      const locks =
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
      expect(await database.query(locks, [])).toEqual([]);
    });
    expect(mail.letters).toHaveLength(1);
    seen.kept("writes", acknowledged.length, 0);
  },
  120_000 + rounds * 30_000,
);

type Show = Record<string, unknown> & { id: string };

/** An acknowledged write: the record after it, or null when it was deleted. */
interface Acknowledged {
  id: string;
  after: Show | null;
}

/** Creates, changes and deletes shows one after another, until the instance is killed. */
async function write(get: Get, mark: string, note: (one: Acknowledged) => void): Promise<void> {
  const send = async (method: string, path: string, body?: unknown): Promise<Show> => {
    const headers = { "content-type": "application/json" };
    const response = await get(path, {
      method,
      headers,
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
      note({ id: created.id, after: await send("PUT", path, { description: `changed ${count}` }) });
      if (count % 2 === 0) continue;
      await send("DELETE", path);
      note({ id: created.id, after: null });
    }
  } catch (error) {
    // The instance is gone, or the response was cut off; a refusal would be a failure.
    if (error instanceof Error && error.message.includes("was answered with")) throw error;
  }
}

interface Entry {
  record_id: string;
  before: Show | null;
  after: Show | null;
}

/** Every acknowledged write is there with its entry in the log, and none is half there. */
async function checkLog(database: Database, acknowledged: readonly Acknowledged[]): Promise<void> {
  const entries = await database.query<Entry>(
    "SELECT record_id, before, after FROM activity WHERE coalesce(before, after)->>'name' LIKE 'Killed %' ORDER BY id",
    [],
  );
  const rows = await database.query<Show>("SELECT * FROM shows WHERE name LIKE 'Killed %'", []);

  // Each entry begins with the state in which the one before ended, and the last one matches the record.
  const states = new Map<string, Show | null>();
  const known = new Map<string, number>();
  const stateOf = (id: string, after: Show | null) => `${id} ${JSON.stringify(after && Object.entries(after).sort())}`;
  for (const { record_id, before, after } of entries) {
    expect(before, record_id).toEqual(states.get(record_id) ?? null);
    states.set(record_id, after);
    const state = stateOf(record_id, after);
    known.set(state, (known.get(state) ?? 0) + 1);
  }
  const current = [...states].flatMap(([id, after]) => (after ? [[id, after] as const] : []));
  // Rows also have details, which no change here has touched.
  expect(Object.fromEntries(rows.map((row) => [row.id, row]))).toMatchObject(Object.fromEntries(current));
  expect(rows).toHaveLength(current.length);
  for (const { id, after } of acknowledged) expect([id, known.get(stateOf(id, after))]).toEqual([id, 1]);
}
