import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { section } from "../check.ts";
import { header, requestName } from "../client.ts";
import {
  expectBody,
  expectError,
  expectSame,
  expectSchema,
  expectStatus,
  expectThat,
  NotCheckable,
} from "../expect.ts";
import { keyOfRun } from "./own-key.ts";

const failedRequests = z.array(
  z.strictObject({
    at: z.iso.datetime(),
    request_id: z.string().regex(/^[\w.-]{8,128}$/),
    method: z.string(),
    route: z.string().nullable(),
    status: z.int().min(300).max(599),
    why: z.string().min(1),
    user_agent: z.string().max(80).nullable(),
    address: z
      .string()
      .regex(/\/(24|48)$/)
      .nullable(),
  }),
);
const count = z.int().min(0);
const routeUsage = z.array(
  z.strictObject({
    date: z.iso.date(),
    route: z.string().nullable(),
    "2xx": count,
    "3xx": count,
    "4xx": count,
    "5xx": count,
    counted: count,
  }),
);

/** Instances write every few seconds, and another one may answer. */
const maxTries = 8;

/** Contract §19, with the key of the checks of §6, which is revoked by now. */
export const keyRequests = section("§19 Requests of a key", [
  {
    name: "GET /keys/{id}/requests?request_id= finds a request that was refused because its key is revoked",
    needs: "staff",
    cost: { account: maxTries, address: 1 },
    run: async (world) => {
      const { client, made } = world;
      const { id, key } = keyOfRun(world);
      const headers = { authorization: `Bearer ${key}` };
      const refused = await client.send("/api/shows?note=a-value-of-the-query", { by: "address", headers });
      expectStatus(refused, 401);
      const requestId = header(refused, "x-request-id") ?? "";
      for (let tries = 1; tries <= maxTries; tries += 1) {
        const answer = await made.write("GET", `keys/${id}/requests?request_id=${encodeURIComponent(requestId)}`);
        const [found] = expectSchema(requestName(answer), expectBody(answer, 200), failedRequests);
        if (found) {
          const { request_id, method, route, status } = found;
          expectSame("the failed request", [request_id, method, route, status], [requestId, "GET", "/api/shows", 401]);
          expectThat("values of the query", !JSON.stringify(found).includes("a-value"), found, "none of them");
          return;
        }
        if (tries < maxTries) await wait(1_000);
      }
      expectSame("failed requests with the id", [], [requestId]);
    },
  },
  {
    name: "GET /keys/{id}/requests: an unknown parameter is 400, an unknown key 404",
    needs: "staff",
    cost: { account: 2 },
    run: async (world) => {
      const path = `keys/${keyOfRun(world).id}/requests`;
      expectError(await world.made.write("GET", `${path}?limit=1`), 400, "Invalid request");
      expectError(await world.made.write("GET", "keys/no-key-has-this-id/requests"), 404, "Key not found");
    },
  },
  {
    name: "GET /keys/{id}/usage?by=route: by day and route, what counts adding up to the day's requests",
    needs: "staff",
    cost: { account: 2 * maxTries },
    run: async (world) => {
      const path = `keys/${keyOfRun(world).id}/usage?days=1`;
      let sums: number[] = [];
      for (let tries = 1; tries <= maxTries; tries += 1) {
        const [days, routes] = [await world.made.write("GET", path), await world.made.write("GET", `${path}&by=route`)];
        const rows = expectSchema(requestName(routes), expectBody(routes, 200), routeUsage);
        const [today] = expectBody(days, 200) as { date: string; requests: number }[];
        if (rows.some(({ date }) => date !== today?.date)) throw new NotCheckable("midnight UTC fell into this check");
        sums = [rows.reduce((sum, { counted }) => sum + counted, 0), today?.requests ?? 0];
        if (sums[0] === sums[1]) return;
        if (tries < maxTries) await wait(1_000);
      }
      expectSame("the sum of `counted`", sums[0], sums[1]);
    },
  },
]);
