import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPages, bundle } from "../../scripts/build.mjs";
import { createTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { launchServer, type ServerProgram } from "../../test/program.ts";
import { behindProxy, freshAddress } from "../../test/quota-helpers.ts";
import { recordFault, type FaultRecorder } from "../../test/fault-recorder.ts";

const seconds = 6;
const maxMegabytes = 900;

let testDatabase: TestDatabase;
let server: ServerProgram;
let sockets: Socket[] = [];

beforeAll(async () => {
  buildPages();
  bundle("server", "server.ts");
  testDatabase = await createTestDatabase("embedded");
  const settings = { ...behindProxy, PUBLIC_DAILY_LIMIT: "10000000", LOG_LEVEL: "warn" };
  server = await launchServer({ ...testDatabase.settings, ...settings });
});
afterAll(async () => {
  server.kill("SIGTERM");
  await server.ended;
  await testDatabase.remove();
});

async function open(count: number): Promise<Socket[]> {
  sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
      await once(socket, "connect");
      return socket;
    }),
  );
  return sockets;
}

/** Reads a show and the health fifty times a second during the attack and shortly after it. */
async function readMeanwhile(seen: FaultRecorder): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let isAttacked = true;
  while (isAttacked || performance.now() < end + 1000) {
    const answer = await seen.see(() => fetch(`${server.url}/api/shows/hamilton`));
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    const health = await seen.see(() => fetch(`${server.url}/api/health`));
    expect(health.status).toBe(200);
    await health.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (isAttacked && performance.now() > end) {
      for (const socket of sockets) socket.destroy();
      isAttacked = false;
    }
  }
}

/** The peak memory of the service; zero where the system does not report it. */
function peakMegabytes(): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return 0;
  }
}

/** @param address of the client; its absence is the address of the connection. */
const request = (path: string, address?: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${address ? `X-Forwarded-For: ${address}\r\n` : ""}\r\n`;

/** Sends the next request once the last response has started and stopped arriving. */
function loadAgainAndAgain(socket: Socket, next: () => string): void {
  let asked: NodeJS.Timeout | undefined;
  const ask = () => socket.write(next());
  socket.on("data", () => {
    clearTimeout(asked);
    asked = setTimeout(() => socket.writable && ask(), 5);
  });
  ask();
}

describe("reads get responses, and memory stays bounded", () => {
  test.each(["/docs", "/no-such-page", "/api/auth/csrf", "/api/cast-members"])(
    "while one connection sends 1,000 requests for %s at once",
    async (path) => {
      const seen = recordFault(`1,000 pipelined requests for ${path}: what the others see`);
      const [socket] = await open(1);
      socket?.resume().write(request(path).repeat(1000));

      await readMeanwhile(seen);
      expect(peakMegabytes()).toBeLessThan(maxMegabytes);
    },
  );

  test("while fifty connections send 2,000 requests each and read no response", async () => {
    const seen = recordFault("50 connections with 2,000 requests each, unread: what the others see");
    for (const socket of await open(50)) socket.pause().write(request("/api/cast-members").repeat(2000));

    await readMeanwhile(seen);
    expect(peakMegabytes()).toBeLessThan(maxMegabytes);
  });

  test.each(["/", "/docs", "/no-such-page", "/api/auth/session"])(
    "while a hundred connections load %s again and again",
    async (path) => {
      const seen = recordFault(`100 connections that load ${path}: what the others see`);
      for (const socket of await open(100)) loadAgainAndAgain(socket, () => request(path));

      await readMeanwhile(seen);
      expect(peakMegabytes()).toBeLessThan(maxMegabytes);
    },
  );

  test.each([
    ["a page that ignores its query", 20, 1, (number: number) => `/docs?x=${number}`],
    ["a page that ignores its query", 100, 100, (number: number) => `/docs?x=${number}`],
    ["a page that reads its query", 20, 1, (number: number) => `/sign-in?callbackUrl=/${number}`],
    ["a page that reads its query", 100, 100, (number: number) => `/sign-in?callbackUrl=/${number}`],
    ["missing pages", 100, 100, (number: number) => `/docs/${number}`],
  ])("while %s is loaded on %i connections, from %i addresses", async (what, connections, addresses, pathOf) => {
    const seen = recordFault(`${what}, ${connections} connections, ${addresses} addresses: what the others see`);
    const clients = Array.from({ length: addresses }, freshAddress);
    let asked = 0;
    for (const [index, socket] of (await open(connections)).entries())
      loadAgainAndAgain(socket, () => request(pathOf((asked += 1)), clients[index % addresses]));

    await readMeanwhile(seen);
    expect(peakMegabytes()).toBeLessThan(maxMegabytes);
  });

  test("while ten connections send 1,000 requests each for a page with a query", async () => {
    const seen = recordFault("10 connections with 1,000 requests each for /docs?x=1: what the others see");
    for (const socket of await open(10)) socket.resume().write(request("/docs?x=1").repeat(1000));

    await readMeanwhile(seen);
    expect(peakMegabytes()).toBeLessThan(maxMegabytes);
  });
});
