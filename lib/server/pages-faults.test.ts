import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPages, bundle } from "../../scripts/build.mjs";
import { createTestDatabase, type TestDatabase } from "../testing/databases.ts";
import { launchServer, type ServerProgram } from "../testing/program.ts";
import { recordFault, type FaultRecorder } from "../testing/fault-recorder.ts";

const seconds = 6;
const maxMegabytes = 900;

let testDatabase: TestDatabase;
let server: ServerProgram;
let sockets: Socket[] = [];

beforeAll(async () => {
  buildPages();
  bundle("server", "server.ts");
  testDatabase = await createTestDatabase("embedded");
  server = await launchServer({ ...testDatabase.settings, PUBLIC_DAILY_LIMIT: "10000000", LOG_LEVEL: "warn" });
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

/** Reads a show fifty times a second during the attack and shortly after it. */
async function readMeanwhile(seen: FaultRecorder): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let isAttacked = true;
  while (isAttacked || performance.now() < end + 1000) {
    const answer = await seen.see(() => fetch(`${server.url}/api/shows/hamilton`));
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
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

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

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
      for (const socket of await open(100)) {
        // Each connection sends its next request once the last response has started and stopped arriving.
        let asked: NodeJS.Timeout | undefined;
        const ask = () => socket.write(request(path));
        socket.on("data", () => {
          clearTimeout(asked);
          asked = setTimeout(() => socket.writable && ask(), 5);
        });
        ask();
      }

      await readMeanwhile(seen);
      expect(peakMegabytes()).toBeLessThan(maxMegabytes);
    },
  );
});
