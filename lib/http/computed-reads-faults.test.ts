import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { multiplyScript } from "../../bench/multiply.mjs";
import { bundle } from "../../scripts/build.mjs";
import { parseEnv } from "../settings/env.ts";
import { openDatabase } from "../infrastructure.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../../test/databases.ts";
import { recordFault, type FaultRecorder } from "../../test/fault-recorder.ts";
import { launchServer, type ServerProgram } from "../../test/program.ts";
import { until } from "../../test/until.ts";

/** `COPIES=50` asks the same of a database with 50 times the data. */
const copies = Number(process.env["COPIES"] ?? 1);
const seconds = 5;
const maxMegabytes = 700;
/** Milliseconds: several times what docs/troubleshooting.md measured, and far from what a read takes without a bound. */
const bounds = copies === 1 ? { read: 500, health: 1_000 } : { read: 5_000, health: 5_000 };

const updates = "/api/updates?afterChangeNumber={n}";
const search = "/api/search/people?include=credits,details,sources&updated_since=2000-01-01T00:00:00.{n}Z";

const callOfTool =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"wicked"}}}';

describe.each(databaseKinds)("while computed answers are asked for in bulk (%s)", (databaseKind) => {
  let testDatabase: TestDatabase;
  let server: ServerProgram;

  beforeAll(async () => {
    bundle("server", "server.ts");
    testDatabase = await createTestDatabase(databaseKind);
    if (copies === 1) return;
    const database = await openDatabase(parseEnv({ NODE_ENV: "test", ...testDatabase.settings }));
    await database.runScript(multiplyScript(copies - 1));
    await database.close();
  }, 600_000);
  afterEach(async () => {
    server.kill("SIGTERM");
    await server.ended;
  });
  afterAll(() => testDatabase.remove());

  async function start(limit: number): Promise<void> {
    server = await launchServer({
      ...testDatabase.settings,
      NODE_ENV: "test",
      PUBLIC_DAILY_LIMIT: String(limit),
      CLIENT_ADDRESS: "forwarded:1",
      LOG_LEVEL: "error",
    });
    // The records are loaded: with 50 times the data that takes 15 seconds, in which a search is 503.
    const first = async () => (await ask("/api/search/people?q=a")).status;
    await until("a search is answered", first, (status) => status === 200, 60);
  }

  let addresses = 0;
  /** From an address of its own, so that its limit is not used up. */
  function ask(where: string): Promise<Response> {
    addresses += 1;
    return fetch(server.url + where, { headers: { "x-forwarded-for": `10.0.${addresses >> 8}.${addresses & 255}` } });
  }

  const attacks = [20, 200, 1_000].flatMap((connections) =>
    [updates, search].map((asked) => [connections, asked, connections === 1_000 ? 1_000 : 0] as const),
  );

  test.each(attacks)(
    "%i connections of one address with an empty bucket, for %s, that hang up after %i ms: every answer after the third is 429",
    async (connections, asked, hangUp) => {
      await start(3);
      const seen = recordFault(`${connections} connections with an empty bucket, ${asked}`);
      const statuses = await meanwhile(seen, [asked, connections, seconds, 1, hangUp, '"x"']);

      expect(Object.keys(statuses).filter((status) => !["200", "429", "503", "none"].includes(status))).toEqual([]);
      // The three within the limit, of which one may find its caller's place taken.
      expect((statuses["200"] ?? 0) + (statuses["503"] ?? 0)).toBeLessThanOrEqual(3);
    },
  );

  test.each(attacks)(
    "%i connections of 20 addresses within their limits, for %s, that hang up after %i ms: 200 or 503",
    async (connections, asked, hangUp) => {
      await start(10_000_000);
      const seen = recordFault(`${connections} connections within their limits, ${asked}`);
      const statuses = await meanwhile(seen, [asked, connections, seconds, 20, hangUp, ""]);

      expect(Object.keys(statuses).filter((status) => !["200", "503", "none"].includes(status))).toEqual([]);
    },
  );

  const messages = ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', callOfTool].flatMap((message) =>
    [20, 200, 1_000].map((connections) => [connections, message] as const),
  );

  test.each(messages)(
    "%i connections of one address with an empty bucket, for /mcp: %s",
    async (connections, message) => {
      await start(1);
      const seen = recordFault(`${connections} connections with an empty bucket, /mcp ${message}`);
      const statuses = await meanwhile(seen, ["/mcp", connections, seconds, 1, 0, "", message]);

      // Refused calls are 200; of what is free there are sixty a minute.
      expect(Object.keys(statuses).filter((status) => !["200", "429", "none"].includes(status))).toEqual([]);
      if (message !== callOfTool) expect(statuses["200"]).toBeLessThanOrEqual(120);
    },
  );

  /** Reads a show fifty times a second and asks for the health during the attack. @returns the attacker's statuses. */
  async function meanwhile(
    seen: FaultRecorder,
    attack: readonly (string | number)[],
  ): Promise<Readonly<Record<string, number>>> {
    const attacker = spawn(
      process.execPath,
      [path.join(import.meta.dirname, "../../test/read-attack.mjs"), server.url, ...attack.map(String)],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let output = "";
    attacker.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    const ended = once(attacker, "exit");
    let isOver = false;
    void ended.then(() => (isOver = true));
    const reads: number[] = [];
    const health: number[] = [];
    const timed = async (where: string, times: number[]) => {
      const startedAt = performance.now();
      const answer = await seen.see(() => ask(where));
      await answer.arrayBuffer();
      times.push(performance.now() - startedAt);
    };
    while (!isOver) {
      await timed("/api/shows/hamilton", reads);
      await timed("/api/health", health);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const p99 = reads.toSorted((a, b) => a - b)[Math.floor(reads.length * 0.99)] ?? 0;
    const figures = { p99, health: Math.max(...health), megabytes: peakMegabytes() };
    process.stdout.write(`${attack.join(" ")}: ${output.trim()} ${JSON.stringify(figures)}\n`);
    expect(figures.p99).toBeLessThan(bounds.read);
    expect(figures.health).toBeLessThan(bounds.health);
    expect(figures.megabytes).toBeLessThan(maxMegabytes);
    return JSON.parse(output) as Record<string, number>;
  }

  /** Zero where the system does not report it. */
  function peakMegabytes(): number {
    try {
      return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
    } catch {
      return 0;
    }
  }
});
