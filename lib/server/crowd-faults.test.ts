import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseResponses } from "../../test/raw-http.ts";
import { startService, type TestService } from "../../test/service.ts";
import { recordFault } from "../../test/fault-recorder.ts";

const crowd = 1_000;
const request = "GET /api/shows/hamilton HTTP/1.1\r\nHost: localhost\r\n\r\n";

describe("under a thousand connections", () => {
  let service: TestService;
  let sockets: Socket[] = [];

  beforeEach(async () => {
    service = await startService("embedded", {
      settings: { PUBLIC_DAILY_LIMIT: "100000" },
      timeouts: { headersTimeout: 2_000, connectionsCheckingInterval: 100 },
    });
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await service.close();
  });

  async function connections(): Promise<Socket[]> {
    sockets = await Promise.all(
      Array.from({ length: crowd }, async () => {
        const socket = connect(service.port, "127.0.0.1").on("error", () => undefined);
        await once(socket, "connect");
        return socket;
      }),
    );
    return sockets;
  }

  test("a thousand clients that connect at once all get responses, and each request is counted once", async () => {
    const seen = recordFault("a thousand connections at once, a question on each");
    const before = await left();
    const open = await connections();
    const statuses = await Promise.all(
      open.map(async (socket) => {
        const startedAt = performance.now();
        const answered = firstStatus(socket);
        socket.write(request);
        const status = await answered;
        seen.note(status, performance.now() - startedAt);
        return status;
      }),
    );

    expect(statuses.filter((status) => status === 200)).toHaveLength(crowd);
    const counted = before - (await left());
    seen.kept("counts", crowd, crowd - counted);
    expect(counted).toBe(crowd);
  });

  test("a thousand clients that never finish a request block no other client, and are disconnected", async () => {
    const seen = recordFault("a thousand clients who never finish a question: what the others see");
    const open = await connections();
    const endings = open.map((socket) => firstStatus(socket));
    for (const socket of open) socket.write(request.slice(0, -2));

    const others = await Promise.all(Array.from({ length: 50 }, () => seen.see(() => service.get("/api/shows"))));

    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(await Promise.all(endings))).toEqual(new Set([408]));
  });

  async function left(): Promise<number> {
    return ((await (await service.get("/api/quota")).json()) as { remaining: number }).remaining;
  }
});

/** The status of the first response on a connection; null when it ends without one. */
function firstStatus(socket: Socket): Promise<number | null> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    socket.on("data", (piece: Buffer) => {
      pieces.push(piece);
      const [first] = parseResponses(Buffer.concat(pieces), ["GET"]).answers;
      if (first) resolve(first.status);
    });
    socket.once("close", () => resolve(null));
  });
}
