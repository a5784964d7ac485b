import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Route } from "../api/route.ts";
import { log } from "../log.ts";
import { readAnswers } from "../testing/raw-http.ts";
import { startService, type Service } from "../testing/service.ts";
import { witness } from "../testing/witness.ts";

const crowd = 1_000;
const question = "GET /api/shows/hamilton HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** A handler of ours that has a mistake in it. */
const broken: Route = {
  path: "/broken",
  isMetered: true,
  operations: {
    GET: {
      answer: () => {
        throw new TypeError("hunter2 is not a function");
      },
    },
  },
};

describe("however many come, and whatever goes wrong in one request", () => {
  let service: Service;
  let sockets: Socket[] = [];

  beforeEach(async () => {
    service = await startService("embedded", {
      settings: { PUBLIC_DAILY_LIMIT: "100000" },
      extraRoutes: [broken],
      limits: { headersTimeout: 2_000, connectionsCheckingInterval: 100 },
    });
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await service.close();
    vi.restoreAllMocks();
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

  test("a thousand who connect at once and ask are all answered, and each is counted once", async () => {
    const seen = witness("a thousand connections at once, a question on each");
    const before = await left();
    const open = await connections();
    const statuses = await Promise.all(
      open.map(async (socket) => {
        const begun = performance.now();
        const answered = firstStatus(socket);
        socket.write(question);
        const status = await answered;
        seen.note(status, performance.now() - begun);
        return status;
      }),
    );

    expect(statuses.filter((status) => status === 200)).toHaveLength(crowd);
    const counted = before - (await left());
    seen.kept("counts", crowd, crowd - counted);
    expect(counted).toBe(crowd);
  });

  test("a thousand who never finish their question keep nobody else from an answer, and are let go", async () => {
    const seen = witness("a thousand clients who never finish a question: what the others see");
    const open = await connections();
    const endings = open.map((socket) => firstStatus(socket));
    for (const socket of open) socket.write(question.slice(0, -2));

    const others = await Promise.all(Array.from({ length: 50 }, () => seen.see(() => service.get("/api/shows"))));

    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(await Promise.all(endings))).toEqual(new Set([408]));
  });

  test("a mistake in a handler is a 500 without its words, written with its request's id, and nobody else's matter", async () => {
    const seen = witness("an exception in a handler, and a question beside it");
    const errors = vi.spyOn(log, "error").mockImplementation(() => undefined);

    const [failed, served] = await Promise.all([
      seen.see(() => service.get("/api/broken")),
      seen.see(() => service.get("/api/shows")),
    ]);

    expect([failed.status, served.status]).toEqual([500, 200]);
    expect(await failed.text()).not.toMatch(/hunter2|TypeError|\.ts/);
    const id = failed.headers.get("x-request-id");
    expect(errors.mock.calls.map(([given]) => (given as { request_id?: string }).request_id)).toEqual([id]);
    expect((await service.get("/api/shows")).status).toBe(200);
  });

  async function left(): Promise<number> {
    return ((await (await service.get("/api/quota")).json()) as { remaining: number }).remaining;
  }
});

/** Of the first answer on a connection; null when it ends without one. */
function firstStatus(socket: Socket): Promise<number | null> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    socket.on("data", (piece: Buffer) => {
      pieces.push(piece);
      const [first] = readAnswers(Buffer.concat(pieces), ["GET"]).answers;
      if (first) resolve(first.status);
    });
    socket.once("close", () => resolve(null));
  });
}
