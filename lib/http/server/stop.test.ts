import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildPages, bundle } from "../../../scripts/build.mjs";
import { readDataset } from "../../../prisma/seed/dataset.ts";
import { databaseOfTest, everyDatabaseKind } from "../../../test/databases.ts";
import { removeBundle, startInstance } from "../../../test/processes.ts";
import { startProgram, startServer } from "../../../test/program.ts";
import { quotaOf } from "../../../test/quota-helpers.ts";
import { openRawSession, type RawResponse } from "../../../test/raw-http.ts";
import { until } from "../../../test/until.ts";

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

test("SIGTERM completes pending responses despite other open connections, and exits with code 0", async () => {
  const settings = await databaseOfTest("embedded");
  const server = await startServer({ ...generous, ...settings });
  const second = await startProgram("server", { ...settings, PORT: "0" }).ended;
  expect([second.code, second.output]).toEqual([1, expect.stringContaining(`in use by process ${server.pid}`)]);
  const idle = await openRawSession(server.port, `${head}\r\n`);
  await idle.answers(1);
  const asking = await openRawSession(server.port, head);
  const slow = await openRawSession(server.port, `${head}\r\n`.repeat(40));
  await slow.answers(1);
  slow.socket.pause();
  const silent = await openRawSession(server.port, head);

  server.kill("SIGTERM");
  await until("new connections are refused, which shows that the signal has arrived", () =>
    fetch(`${server.url}/api/health`).then(
      () => false,
      () => true,
    ),
  );
  asking.socket.write("\r\n");
  slow.socket.resume();

  const [last] = (await asking.answers(1)) as [RawResponse];
  expect([last.status, last.headers.get("connection")]).toEqual([200, "close"]);
  const { answers, rest } = await slow.upTo(Infinity);
  expect([rest.length, new Set(answers.map(({ status }) => status))]).toEqual([0, new Set([200])]);
  expect((await server.ended).code).toBe(0);
  for (const { socket } of [idle, asking, slow, silent]) socket.destroy();
});

test("SIGINT, which Ctrl-C sends, ends a start on the same data with code 0", { tags: ["full"] }, async () => {
  const settings = await databaseOfTest("embedded");
  const server = await startServer({ ...generous, ...settings });

  server.kill("SIGINT");

  expect((await server.ended).code).toBe(0);
});

describe.each(everyDatabaseKind)("dates are those of the dataset (%s)", { tags: ["full"] }, (databaseKind) => {
  test.each(["Pacific/Auckland", "America/Los_Angeles"])("in the time zone %s", async (TZ) => {
    const settings = await databaseOfTest(databaseKind);
    const { get, stop } = await startInstance({ ...generous, ...settings, TZ });
    onTestFinished(stop);
    const dataset = readDataset(process.cwd());
    const days = (records: unknown, ...names: string[]) =>
      new Map((records as Record<string, unknown>[]).map((one) => [one["id"], names.map((name) => one[name])]));

    for (const [path, ...names] of [
      ["productions", "opening_date", "closing_date"],
      ["shows", "booking_until"],
    ] as const)
      expect(days(await (await get(`/api/${path}`)).json(), ...names)).toEqual(days(dataset[path], ...names));
    expect(quotaOf(await get("/api/quota")).reset % 86_400).toBe(0);
  });
});
