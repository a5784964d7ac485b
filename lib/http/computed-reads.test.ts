import { once } from "node:events";
import { connect } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { fastestDatabase } from "../../test/databases.ts";
import { behindProxy, freshAddress, fromAddress } from "../../test/quota-helpers.ts";
import { useService } from "../../test/service.ts";
import { until } from "../../test/until.ts";
import { Representation } from "../catalogue/representation.ts";
import { defineOperation } from "./define-operation.ts";
import type { Route } from "./route.ts";

const cache = {};
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

const service = useService(fastestDatabase, { settings: behindProxy, extraRoutes: [slow] });
let [one, other] = ["", ""];
beforeEach(() => {
  [one, other, computed] = [freshAddress(), freshAddress(), []];
  isReleased = new Promise((resolve) => (release = resolve));
});

const ask = (address: string, path: string) => service.get(path, fromAddress(address));
const slowly = (address: string, name: string) => ask(address, `/api/slow?name=${name}`);
const several = (count: number, asking: (n: number) => Promise<Response>) =>
  Promise.all(Array.from({ length: count }, (_, n) => asking(n)));
const expectAnswered = (responses: readonly Response[]) =>
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
const untilFigures = (inFlight: number, waiting: number) =>
  until(
    `${inFlight} are computed, and ${waiting} wait`,
    () => service.infrastructure.computedReads.figures,
    (figures) => figures.inFlight === inFlight && figures.waiting === waiting,
  );

test("twenty searches of one caller at once are answered; beyond two in work and 24 waiting it is refused; another caller waits, and what is held needs no slot", async () => {
  const held = (n: number) => `/api/search/people?limit=${n + 1}&include=credits,details`;
  expectAnswered(await several(20, (n) => ask(freshAddress(), held(n))));
  expectAnswered(await several(20, (n) => ask(one, `${held(n)}&q=a`)));
  const first = several(26, (n) => slowly(one, `a${n}`));
  await untilFigures(2, 24);

  const refused = await slowly(one, "b");
  expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([
    503,
    "2",
    {
      error: "Service unavailable",
      message: "Too many answers are being computed at once. Try again in a moment.",
    },
  ]);
  const others = several(2, (n) => slowly(other, `c${n}`));
  await untilFigures(4, 24);
  expectAnswered(await several(20, (n) => ask(one, held(n))));
  release();
  expectAnswered([...(await first), ...(await others)]);
  expect(computed).toHaveLength(28);
});

test.each([
  ["on the fast path", "GET"],
  ["by node:http", "HEAD"],
])("%s: what a client waits for who has hung up is never computed, and its places are free", async (_name, method) => {
  const filling = [one, other].flatMap((address) => ["a", "b"].map((name) => slowly(address, `${address}-${name}`)));
  await untilFigures(4, 0);
  const sockets = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const socket = connect(service.port, "127.0.0.1").on("error", () => undefined);
      await once(socket, "connect");
      return socket;
    }),
  );
  for (const [n, socket] of sockets.entries())
    socket.write(`${method} /api/slow?name=gone-${n} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${one}\r\n\r\n`);
  await untilFigures(4, 24);
  for (const socket of sockets) socket.destroy();
  // It gets a place once the service has seen that.
  const last = async () => {
    for (let n = 0; ; n += 1) {
      const answer = slowly(one, `last-${n}`);
      const status = await Promise.race([answer.then((response) => response.status), untilFigures(4, 1)]);
      if (status !== 503) return answer;
    }
  };
  const answering = last();
  await untilFigures(4, 1);
  release();
  expectAnswered([await answering, ...(await Promise.all(filling))]);
  expect(computed.filter((name) => name.startsWith("gone"))).toEqual([]);
});
