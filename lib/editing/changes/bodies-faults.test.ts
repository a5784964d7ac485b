import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { developer, withKey } from "../../../test/developer.ts";
import { fastestDatabase, createTestDatabase, type TestDatabase } from "../../../test/databases.ts";
import { removeBundle, startInstance, type Instance } from "../../../test/processes.ts";
import { serveFrom } from "../../../test/service.ts";
import { signedIn } from "../../../test/signed-in.ts";
import { recordFault } from "../../../test/fault-recorder.ts";
import { maxChanges, maxChangesBytes } from "./limits.browser.ts";

const maxAnswerBytes = 256_000;
/** The limit for other requests meanwhile. On two dedicated processors they wait less than 0.4 s. */
const maxWaitMilliseconds = 2_000;
/** The limit for a body with too many values, of which only the first are counted. On two dedicated processors: 0.2 s. */
const maxRefusalMilliseconds = 2_000;

/** As many as fit into a body, between a prefix and a suffix. */
function filled(before: string, item: (index: number) => string, behind: string, bytes = maxChangesBytes): string {
  const items: string[] = [];
  let left = bytes - before.length - behind.length;
  for (let index = 0; ; index += 1) {
    const text = item(index);
    left -= Buffer.byteLength(text) + 1;
    if (left < 0) return `${before}${items.join(",")}${behind}`;
    items.push(text);
  }
}

/** As many changes of 64 KiB as fit into a body. */
function changesFullOf(data: (index: number) => string, more: string): string {
  const fields = filled("", data, "", 65_000);
  const change = `{"action":"update","resource":"productions","id":"les-miserables-barbican-1985","data":${more.replace("…", fields)}}`;
  return filled('{"changes":[', () => change, "]}");
}

/** Unless its name says more, each is refused with 400. */
const bodies: Record<string, () => string> = {
  "millions of empty objects": () => filled('{"changes":[', () => "{}", "]}"),
  "one change with hundreds of thousands of fields, tried out": () =>
    filled('{"dry_run":true,"changes":[{"action":"create","resource":"people","data":{', (n) => `"f${n}":1`, "}}]}"),
  "hundreds of thousands of unknown members beside the changes": () =>
    filled('{"changes":[],', (n) => `"f${n}":1`, "}"),
  "millions of numbers": () => filled('{"changes":[', () => "1", "]}"),
  "millions of texts": () => filled('{"changes":[', () => '"a"', "]}"),
  "one text of 8 MiB": () => `{"changes":["${"a".repeat(maxChangesBytes - 16)}"]}`,
  "five thousand changes that are wrong": () =>
    `{"changes":[${Array.from({ length: maxChanges }, () => `{"${"\\u0001".repeat(100)}":1}`).join(",")}]}`,
  "a hundred changes full of unknown fields": () => changesFullOf((n) => `"f${n}":1`, "{…}"),
  "a hundred changes full of empty lists for a name": () => changesFullOf(() => "[]", '{"show_id":[…]}'),
  "a hundred changes full of empty objects where they are ignored": () => changesFullOf(() => "{}", '{"show":[…]}'),
  "a hundred changes with as many objects as are read, where they are ignored: taken": () =>
    changesFullOf((n) => `{"f${n}":"${"a".repeat(60)}"}`, '{"show":[…]}'),
};

describe("the largest body sent to a process with 1 GB of heap", () => {
  let testDatabase: TestDatabase;
  let instance: Instance;
  let cookie: string;
  let key: string;

  beforeAll(async () => {
    testDatabase = await createTestDatabase(fastestDatabase);
    const settings = { ...testDatabase.settings, NEXTAUTH_SECRET: "the same for all of them" };
    const service = await serveFrom(settings);
    cookie = await signedIn(service, "editor");
    key = (await (await developer(service)).makeKey()).key;
    await service.close();
    instance = await startInstance({
      ...settings,
      KEY_DAILY_LIMIT: "1000000",
      NODE_OPTIONS: "--max-old-space-size=1024",
    });
  });
  afterAll(async () => {
    await instance.stop();
    removeBundle();
    await testDatabase.remove();
  });

  test.each(Object.entries(bodies))(
    "%s: refused with a short message, while other requests are answered",
    async (name, make) => {
      const seen = recordFault(`POST /api/changes with ${name}: what others see`);
      const body = Buffer.from(make());
      expect(body.length).toBeLessThanOrEqual(maxChangesBytes);

      const sending = instance.get("/api/changes", {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body,
      });
      const startedAt = performance.now();
      let isOver = false;
      const answered = sending
        .then(async (response) => [response.status, (await response.arrayBuffer()).byteLength])
        .finally(() => (isOver = true));
      // The duration of each of the requests that are sent meanwhile, one after another, in milliseconds.
      const waits: number[] = [];
      while (!isOver) {
        const askedAt = performance.now();
        const response = await seen.see(() => instance.get("/api/shows/hamilton", withKey(key)));
        await response.arrayBuffer();
        expect(response.status).toBe(200);
        waits.push(performance.now() - askedAt);
        await pause(5);
      }
      const [code = 0, bytes = 0] = await answered;
      const took = performance.now() - startedAt;
      process.stdout.write(
        `${name}: ${code} after ${Math.round(took)} ms with ${bytes} bytes; ${waits.length} concurrent requests waited ${Math.round(Math.max(...waits))} ms at most\n`,
      );

      expect(code).toBe(name.endsWith(": taken") ? 200 : 400);
      expect(bytes).toBeLessThan(maxAnswerBytes);
      if (name.startsWith("millions")) expect(took).toBeLessThan(maxRefusalMilliseconds);
      expect(Math.max(...waits)).toBeLessThan(maxWaitMilliseconds);
    },
  );
});
