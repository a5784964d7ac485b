import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { createTestDatabase } from "../../test/databases.ts";
import { isFullRun } from "../../test/one-of-each.ts";
import { removeBundle, startBridgeProcess, startInstance, type Instance } from "../../test/processes.ts";
import { serveFrom } from "../../test/service.ts";
import { signedIn } from "../../test/signed-in.ts";
import { sharedStores } from "../../test/stores.ts";

/** Set `RACES=2000` for a more thorough run. */
const rounds = Number(process.env["RACES"] ?? (isFullRun ? 100 : 30));
const secret = { NEXTAUTH_SECRET: "the same for all of them", NEXTAUTH_URL: "http://127.0.0.1" };
const highLimits = { PUBLIC_DAILY_LIMIT: "100000000", ACCOUNT_DAILY_LIMIT: "100000000" };
const counting = isFullRun ? sharedStores : sharedStores.slice(0, 1);
const json = "application/json";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(removeBundle);

interface Show {
  id: string;
  description: string;
}

describe.each(counting)("two processes on one database, counting in %s", (store) => {
  let one: Instance;
  let other: Instance;
  let cookie: string;

  beforeEach(async () => {
    const testDatabase = await createTestDatabase("server");
    ends.push(() => testDatabase.remove());
    const settings = { ...testDatabase.settings, ...secret, ...highLimits };
    const first = await serveFrom(settings);
    cookie = await signedIn(first, "editor");
    await first.close();
    const upstash = store === "upstash" ? await startUpstash() : {};
    one = await start({ ...settings, ...upstash });
    other = await start({ ...settings, ...upstash });
  });

  test(
    `a write acknowledged by one process is in the other's next list and record, ${rounds} times`,
    async () => {
      const seen = new Map<string, number>();
      for (let round = 0; round < rounds; round += 1) {
        // Starts advances before the write, which must not be taken for ones that contain it.
        const busy = Array.from({ length: round % 4 }, () => other.get("/api/shows"));
        const expected = `Round ${round}`;
        const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
        const { status } = await write(writer, expected);
        const answers = await Promise.all([record(reader), fromList(reader), record(writer), fromList(writer)]);
        const line = `${status} ${answers.map((found) => (found === expected ? "new" : "old")).join(" ")}`;
        seen.set(line, (seen.get(line) ?? 0) + 1);
        for (const response of await Promise.all(busy)) await response.arrayBuffer();
      }

      expect([...seen]).toEqual([["200 new new new new", rounds]]);
      expect([...one.log, ...other.log]).toEqual([]);
    },
    60_000 + rounds * 1_000,
  );

  async function write(instance: Instance, description: string): Promise<Response> {
    const headers = { cookie, "content-type": json };
    return instance.get("/api/shows/hamilton", { method: "PUT", headers, body: JSON.stringify({ description }) });
  }
});

async function startUpstash(): Promise<Record<string, string>> {
  const upstash = await startBridgeProcess(inject("redisPort") ?? 0);
  ends.push(upstash.close);
  return upstash.settings;
}

async function start(settings: Record<string, string>): Promise<Instance> {
  const instance = await startInstance(settings);
  ends.push(() => instance.kill());
  return instance;
}

async function record(instance: Instance): Promise<string> {
  return ((await (await instance.get("/api/shows/hamilton")).json()) as Show).description;
}

async function fromList(instance: Instance): Promise<string | undefined> {
  const shows = (await (await instance.get("/api/shows")).json()) as Show[];
  return shows.find(({ id }) => id === "hamilton")?.description;
}
