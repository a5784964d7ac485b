import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { buildPages, bundle } from "../../scripts/build.mjs";
import { readDataset } from "../../prisma/seed/dataset.ts";
import { production } from "../resources/productions/schema.browser.ts";
import { show } from "../resources/shows/schema.browser.ts";
import { createTestDatabase, everyDatabaseKind, fastestDatabase } from "../../test/databases.ts";
import { heldBytes } from "../../test/held-bytes.ts";
import { removeBundle, startInstance } from "../../test/processes.ts";
import { startProgram, startServer } from "../../test/program.ts";
import { openRawSession, type RawResponse } from "../../test/raw-http.ts";
import { startService } from "../../test/service.ts";

const generous = {
  PUBLIC_DAILY_LIMIT: "100000",
  NEXTAUTH_SECRET: "a secret of the test",
  NEXTAUTH_URL: "http://localhost:3000",
};

beforeAll(() => {
  buildPages();
  bundle("server", "server.ts");
});

afterAll(removeBundle);

const head = "GET /api/cast-members HTTP/1.1\r\nHost: localhost\r\n";

test("SIGTERM completes pending responses despite other open connections, and exits with code 0; SIGINT does the same", async () => {
  const testDatabase = await createTestDatabase("embedded");
  const server = await startServer({ ...generous, ...testDatabase.settings });
  const idle = await openRawSession(server.port, `${head}\r\n`);
  await idle.answers(1);
  const asking = await openRawSession(server.port, head);
  const slow = await openRawSession(server.port, `${head}\r\n`.repeat(40));
  await slow.answers(1);
  slow.socket.pause();
  const silent = await openRawSession(server.port, head);

  server.kill("SIGTERM");
  await refusesConnections(server.port);
  asking.socket.write("\r\n");
  slow.socket.resume();

  const [last] = (await asking.answers(1)) as [RawResponse];
  expect([last.status, last.headers.get("connection")]).toEqual([200, "close"]);
  const read = await slow.upTo(Infinity);
  expect([read.answers.length > 0, read.rest.length, new Set(read.answers.map(({ status }) => status))]).toEqual([
    true,
    0,
    new Set([200]),
  ]);
  expect((await server.ended).code).toBe(0);
  for (const { socket } of [idle, asking, slow, silent]) socket.destroy();

  const again = await startServer({ ...generous, ...testDatabase.settings });
  expect((await fetch(`${again.url}/api/shows`)).status).toBe(200);
  // Ctrl-C sends SIGINT; only the exit is checked, because the rest is shared.
  again.kill("SIGINT");
  expect((await again.ended).code).toBe(0);
  await testDatabase.remove();
});

test("a service that has stopped leaves its data out of memory, for who goes on in the same process", async () => {
  const stopped = async () => {
    const service = await startService(fastestDatabase);
    expect((await service.get("/api/shows")).status).toBe(200);
    const { catalogue } = service.infrastructure;
    await service.close();
    return new WeakRef(catalogue);
  };
  const [first] = [await stopped(), await stopped()];

  await heldBytes();

  // The last one may still be on the stack.
  expect(first.deref()).toBeUndefined();
});

describe.each(everyDatabaseKind)(
  "dates are the same in every time zone of the process (%s)",
  { tags: ["full"] },
  (databaseKind) => {
    test.each(["Pacific/Auckland", "America/Los_Angeles"])("%s", async (zone) => {
      const { settings, remove } = await createTestDatabase(databaseKind);
      const instance = await startInstance({ ...generous, ...settings, TZ: zone });
      const dataset = readDataset(process.cwd());
      const inDataset = {
        productions: z.array(z.object(production.shape)).parse(dataset["productions"]),
        shows: z.array(z.object(show.shape)).parse(dataset["shows"]),
      };

      const productions = (await (await instance.get("/api/productions")).json()) as {
        id: string;
        opening_date: string;
        closing_date: string | null;
      }[];
      const shows = (await (await instance.get("/api/shows")).json()) as {
        id: string;
        booking_until: string | null;
      }[];

      const days = new Map(productions.map(({ id, opening_date, closing_date }) => [id, [opening_date, closing_date]]));
      expect(days).toEqual(
        new Map(inDataset.productions.map(({ id, opening_date, closing_date }) => [id, [opening_date, closing_date]])),
      );
      expect(new Map(shows.map(({ id, booking_until }) => [id, booking_until]))).toEqual(
        new Map(inDataset.shows.map(({ id, booking_until }) => [id, booking_until])),
      );
      const reset = Number((await instance.get("/api/quota")).headers.get("x-ratelimit-reset"));
      expect(reset % 86_400).toBe(0);
      await instance.stop();
      await remove();
    });
  },
);

describe("the command-line programs", () => {
  test.each(everyDatabaseKind)("db-migrate prints what it applied, then that nothing is left (%s)", async (name) => {
    const { settings, remove } = await createTestDatabase(name);

    const migrated = await startProgram("db-migrate", { ...generous, ...settings }).ended;

    expect([migrated.code, migrated.output]).toEqual([0, expect.stringContaining("is up to date.")]);
    await remove();
  });

  test("db-migrate brings a new database up to date", async () => {
    const testDatabase = await createTestDatabase("embedded");
    const folder = `${testDatabase.settings["DATA_DIR"]}-new`;

    const migrated = await startProgram("db-migrate", { DATA_DIR: folder }).ended;

    expect([migrated.code, migrated.output]).toEqual([
      0,
      expect.stringMatching(/was migrated:\n {2}\d{14}_six_resources\n/),
    ]);
    await testDatabase.remove();
  });

  test.skipIf(inject("postgresUrl") === null)("db-migrate prints why it fails, without a stack trace", async () => {
    const { code, output } = await startProgram("db-migrate", {
      ...generous,
      DATABASE_URL: "postgresql://a:hunter2@nowhere.invalid/b",
    }).ended;

    expect([code, output]).toEqual([1, expect.stringContaining("nowhere.invalid/b can't be reached")]);
    expect(output).not.toMatch(/hunter2|\bat .+:\d+:\d+/);
  });
});

/** Waits until the server refuses new connections, which shows that the signal has arrived. */
async function refusesConnections(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isRefused = await new Promise<boolean>((resolve) =>
      socket.once("connect", () => resolve(false)).once("error", () => resolve(true)),
    );
    socket.destroy();
    if (isRefused) return;
  }
}
