/** @module-tag full */
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { buildPages, bundle } from "../../../scripts/build.mjs";
import { freePort } from "../../../scripts/services.mjs";
import { databaseOfTest } from "../../../test/databases.ts";
import { runScript, startProgram, startServer, type ServerProgram } from "../../../test/program.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress } from "../../../test/quota-helpers.ts";
import { openRawSession, type RawSession } from "../../../test/raw-http.ts";
import { until } from "../../../test/until.ts";

const secrets = { NEXTAUTH_SECRET: "a secret of the test", NEXTAUTH_URL: "http://localhost:3000" };

beforeAll(() => {
  buildPages();
  bundle("server", "server.ts");
});

describe.skipIf(inject("postgresUrl") === null)("two processes behind one port", () => {
  async function startTwo(more: Record<string, string> = {}): Promise<ServerProgram> {
    const settings = await databaseOfTest("server");
    return startServer({ ...secrets, ...behindProxy, ...settings, WEB_CONCURRENCY: "2", ...more });
  }
  /** The process that answered each request, by the request's id. */
  const pidsOf = ({ output }: ServerProgram) =>
    new Map([...output().matchAll(/"pid":(\d+),"request_id":"([^"]+)"/g)].map(([, pid, id = ""]) => [id, Number(pid)]));
  const request = (id: string) =>
    `GET /api/shows/hamilton HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n`;

  /** Connections of both processes: the process of each, found by a request. */
  async function connectToBoth(server: ServerProgram): Promise<{ session: RawSession; pid: number }[]> {
    const sessions = await Promise.all(Array.from({ length: 6 }, () => openRawSession(server.port)));
    onTestFinished(() => sessions.forEach(({ socket }) => socket.destroy()));
    for (const [index, session] of sessions.entries()) session.socket.write(request(`connection-${index}`));
    await Promise.all(sessions.map((session) => session.answers(1)));
    await until(
      "the log has all requests",
      () => pidsOf(server).size,
      (size) => size >= sessions.length,
    );
    const found = sessions.map((session, index) => ({ session, pid: pidsOf(server).get(`connection-${index}`) ?? 0 }));
    expect(new Set(found.map(({ pid }) => pid)).size).toBe(2);
    return found;
  }

  test("count exactly together, print the address once, and log and measure each under its own id", async () => {
    const METRICS_TOKEN = "a-token-of-the-test";
    const server = await startTwo({ PUBLIC_DAILY_LIMIT: "50", METRICS_TOKEN });
    const address = freshAddress();

    const { statuses, remaining } = await burst(80, () =>
      fetch(`${server.url}/api/shows`, fromAddress(address, { Connection: "close" })),
    );

    expect(statuses).toEqual({ 200: 50, 429: 30 });
    expect(remaining).toEqual(countdown(49, 50));
    await until(
      "the log has all requests",
      () => pidsOf(server).size,
      (size) => size >= 80,
    );
    const pids = new Set(pidsOf(server).values());
    expect(pids.size).toBe(2);
    expect(pids).not.toContain(server.pid);
    expect(server.output().match(/served on/g)).toHaveLength(1);
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    const metrics = await (await fetch(`${server.url}/api/metrics`, { headers })).text();
    const labels = [...metrics.matchAll(/^(theatre|process|nodejs)\w+(\{[^}]*\})? /gm)].map(([, , set = ""]) => set);
    const measured = new Set(labels.map((set) => /pid="(\d+)"/.exec(set)?.[1]));
    expect([...measured].map(Number).filter((pid) => pids.has(pid))).toHaveLength(measured.size);
    expect(measured.size).toBe(1);
  });

  test("kill -9 of one leaves the other's connections alone, and another process replaces it", async () => {
    const server = await startTwo({ PUBLIC_DAILY_LIMIT: "100000" });
    const connections = await connectToBoth(server);
    const killed = connections[0]?.pid ?? 0;
    const others = connections.filter(({ pid }) => pid !== killed);

    process.kill(killed, "SIGKILL");
    const answers = await Promise.all(
      others.map(async ({ session }, index) => {
        for (let time = 0; time < 30; time += 1) {
          session.socket.write(request(`after-the-kill-${index}-${time}`));
          await session.answers(time + 2);
        }
        return session.answers(31);
      }),
    );

    expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]));
    const known = new Set(connections.map(({ pid }) => pid));
    await until(
      "a new process answers",
      async () => {
        await fetch(`${server.url}/api/shows/hamilton`, { headers: { Connection: "close" } });
        return [...pidsOf(server).values()].some((pid) => !known.has(pid));
      },
      Boolean,
      60,
    );
    expect(server.output()).toContain(`"pid":${killed},"code":null,"signal":"SIGKILL"`);
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s completes the requests of both, and ends all with code 0",
    async (signal) => {
      const server = await startTwo();
      const connections = await connectToBoth(server);
      for (const { session } of connections) session.socket.write(request("late-request").slice(0, -2));

      server.kill(signal);
      // A process that stops closes its listening socket first; the port refuses when both have.
      await until("the port refuses", () =>
        fetch(`${server.url}/api/health`).then(
          () => false,
          () => true,
        ),
      );
      for (const { session } of connections) session.socket.write("\r\n");

      for (const { session } of connections)
        expect((await session.answers(2)).map(({ status }) => status)).toEqual([200, 200]);
      const { code } = await server.ended;
      expect(code).toBe(0);
      for (const { pid } of connections) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    },
  );

  test("a process that is stopped by itself completes its requests and is replaced", async () => {
    const server = await startTwo();
    const [one] = await connectToBoth(server);
    one?.session.socket.write(request("late-request").slice(0, -2));
    process.kill(one?.pid ?? 0, "SIGTERM");
    one?.session.socket.write("\r\n");

    expect((await one?.session.answers(2))?.map(({ status }) => status)).toEqual([200, 200]);
    await until("it is replaced", () => server.output().includes("Another one replaces it."));
    expect((await fetch(`${server.url}/api/shows/hamilton`)).status).toBe(200);
  });
});

test("processes that can't start again are replaced ever later, and end the service when none serves", async () => {
  const { code, output } = await runScript(`
    import cluster from "node:cluster";
    import { serveWithWorkers } from "./lib/http/server/cluster.ts";
    if (cluster.isPrimary) serveWithWorkers(process.argv[1], 2);
    else if (cluster.worker.id > 2) process.stderr.write("It can't start.\\n", () => process.exit(1));
    else cluster.worker.send("http://localhost:3000", () => process.exit(1));
  `);

  expect(code).toBe(1);
  expect(output.match(/It can't start/g)?.length).toBeGreaterThanOrEqual(5);
  expect(output).toMatch(/"milliseconds":250,[^]*"milliseconds":500,[^]*"milliseconds":1000,[^]*"milliseconds":2000,/);
  expect(output.trim().endsWith("No process of the service can start; the reason is above.")).toBe(true);
});

test("a database that can't be reached prevents the start of two processes, printed once, with exit code 1", async () => {
  const DATABASE_URL = `postgresql://someone:hunter2@127.0.0.1:${await freePort()}/theatre`;
  const settings = { ...secrets, PORT: "0", HOST: "127.0.0.1", WEB_CONCURRENCY: "2", DATABASE_URL };
  const { code, output } = await startProgram("server", settings).ended;

  expect(code).toBe(1);
  expect(output.match(/can't be reached/g)).toHaveLength(1);
  expect(output).toContain("No process of the service can start; the reason is above.");
});
