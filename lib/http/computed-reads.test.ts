import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { fastestDatabase } from "../../test/databases.ts";
import { startService, type TestService } from "../../test/service.ts";
import { until } from "../../test/until.ts";
import { Representation } from "../catalogue/representation.ts";
import { defineOperation } from "./define-operation.ts";
import type { Route } from "./route.ts";

const cache = {};

describe("reads that are computed", () => {
  let service: TestService;
  let computed: string[];
  let release: () => void;
  let isReleased: Promise<void>;

  /** Its answers are computed when the test releases them. */
  const slow: Route = {
    path: "/slow",
    isMetered: true,
    operations: {
      GET: defineOperation({
        operationId: "getSlow",
        tag: { name: "Test", description: "Test." },
        summary: "Get slowly",
        isConditional: true,
        input: { query: z.strictObject({ name: z.string() }) },
        output: { description: "The name.", schema: z.string() },
        handle: async (context) => {
          const { name } = context.query;
          const body = await context.infrastructure.computedReads.run(context, cache, name, async () => {
            computed.push(name);
            await isReleased;
            return Representation.json(name);
          });
          return { body, isConditional: true };
        },
      }),
    },
  };

  beforeEach(async () => {
    computed = [];
    isReleased = new Promise((resolve) => (release = resolve));
    const settings = { PUBLIC_DAILY_LIMIT: "1000000", CLIENT_ADDRESS: "forwarded:1" };
    service = await startService(fastestDatabase, { settings, extraRoutes: [slow] });
  });
  afterEach(async () => {
    release();
    await service.close();
  });

  const ask = (address: string, path: string, init: RequestInit = {}) =>
    service.get(path, { ...init, headers: { ...init.headers, "x-forwarded-for": address } });
  const several = (count: number, path: (n: number) => string, address: string) =>
    Promise.all(Array.from({ length: count }, (_, n) => ask(address, path(n))));
  const statusesOf = (responses: readonly Response[]) => responses.map(({ status }) => status);
  const slowPath = (name: string) => `/api/slow?name=${name}`;
  const untilFigures = (inFlight: number, waiting: number) =>
    until(
      `${inFlight} are computed, and ${waiting} wait`,
      () => service.infrastructure.computedReads.figures,
      (figures) => figures.inFlight === inFlight && figures.waiting === waiting,
    );
  /** Both callers have as much in work as one may. */
  async function fill(): Promise<Promise<Response>[]> {
    const filling = ["192.0.2.1", "192.0.2.2"].flatMap((address) =>
      ["a", "b"].map((name) => ask(address, slowPath(`${address}-${name}`))),
    );
    await untilFigures(4, 0);
    return filling;
  }

  test("twenty different searches of one caller at once are all answered", async () => {
    const path = (n: number) => `/api/search/people?limit=${n + 1}&include=credits,details`;

    expect(statusesOf(await several(20, path, "192.0.2.1"))).toEqual(Array(20).fill(200));
  });

  test("of a hundred different searches of one caller some are refused; another caller gets answers meanwhile", async () => {
    const many = several(100, (n) => `/api/search/people?limit=${n + 1}&include=credits,details,sources`, "192.0.2.1");
    const other = await several(3, (n) => `/api/search/shows?q=h&limit=${n + 1}`, "192.0.2.2");

    expect(statusesOf(other)).toEqual([200, 200, 200]);
    for (const response of await many) {
      expect([200, 503]).toContain(response.status);
      if (response.status === 503)
        expect([response.headers.get("retry-after"), await response.json()]).toEqual([
          "2",
          {
            error: "Service unavailable",
            message: "Too many answers are being computed at once. Try again in a moment.",
          },
        ]);
    }
  });

  test("beyond two in work and 24 waiting a caller is refused at once; another caller waits", async () => {
    const first = several(26, (n) => slowPath(`a${n}`), "192.0.2.1");
    await untilFigures(2, 24);

    expect((await ask("192.0.2.1", slowPath("b"))).status).toBe(503);
    const other = ask("192.0.2.2", slowPath("c"));
    await untilFigures(3, 24);
    release();
    expect(new Set(statusesOf([...(await first), await other]))).toEqual(new Set([200]));
    expect(computed).toHaveLength(27);
  });

  test("what is held needs no slot", async () => {
    const held = "/api/search/people?q=a&limit=5";
    expect((await ask("192.0.2.3", held)).status).toBe(200);
    const filling = await fill();

    expect(new Set(statusesOf(await several(128, () => held, "192.0.2.1")))).toEqual(new Set([200]));
    expect((await ask("192.0.2.1", "/api/shows")).status).toBe(200);
    release();
    expect(new Set(statusesOf(await Promise.all(filling)))).toEqual(new Set([200]));
  });

  test.each([
    ["on the fast path", "GET"],
    ["on node:http", "HEAD"],
  ])(
    "%s: what a client waits for who has hung up is never computed, and its places are free",
    async (_name, method) => {
      const filling = await fill();
      const sockets = await Promise.all(Array.from({ length: 24 }, () => open()));
      for (const [n, socket] of sockets.entries()) socket.write(requestOf(method, `gone-${n}`));
      await untilFigures(4, 24);
      for (const socket of sockets) socket.destroy();
      // It gets a place once the service has seen that.
      const last = async () => {
        for (let n = 0; ; n += 1) {
          const answer = ask("192.0.2.1", slowPath(`last-${n}`));
          const status = await Promise.race([answer.then((response) => response.status), untilFigures(4, 1)]);
          if (status !== 503) return answer;
        }
      };
      const answering = last();
      await untilFigures(4, 1);
      release();
      expect((await answering).status).toBe(200);
      await Promise.all(filling);
      expect(computed.filter((name) => name.startsWith("gone"))).toEqual([]);
    },
  );

  function requestOf(method: string, name: string): string {
    return `${method} ${slowPath(name)} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n`;
  }

  async function open(): Promise<Socket> {
    const socket = connect(service.port, "127.0.0.1").on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  }
});
