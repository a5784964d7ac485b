import { setTimeout as wait } from "node:timers/promises";
import { section, staffCheck } from "../check.ts";
import { keyOfRun } from "./own-key.ts";
import { header, send } from "../client.ts";
import { made } from "../created-records.ts";
import { expectDocumented } from "../documented.ts";
import { expectBody, expectError, expectSame, expectStatus, expectThat, NotCheckable } from "../expect.ts";

/** Instances write every few seconds, and another one may answer. */
const maxTries = 8;

/** Contract §19, with the key of the checks of §6, which is revoked by now. */
section("§19 Requests of a key", () => {
  staffCheck(
    "GET /keys/{id}/requests?request_id= finds a request that was refused because its key is revoked",
    async () => {
      const { id, key } = keyOfRun();
      const headers = { authorization: `Bearer ${key}` };
      const refused = await send("/api/shows?note=a-value-of-the-query", { by: "address", headers });
      expectStatus(refused, 401);
      const requestId = header(refused, "x-request-id") ?? "";
      for (let tries = 1; tries <= maxTries; tries += 1) {
        const response = await made.write("GET", `keys/${id}/requests?request_id=${encodeURIComponent(requestId)}`);
        const [found] = expectDocumented(response, 200) as Record<string, unknown>[];
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
  );

  staffCheck("GET /keys/{id}/requests: an unknown parameter is 400, an unknown key 404", async () => {
    const path = `keys/${keyOfRun().id}/requests`;
    expectError(await made.write("GET", `${path}?limit=1`), 400, "Invalid request");
    expectError(await made.write("GET", "keys/no-key-has-this-id/requests"), 404, "Key not found");
  });

  staffCheck(
    "GET /keys/{id}/usage?by=route: by day and route, what counts adding up to the day's requests",
    async () => {
      const path = `keys/${keyOfRun().id}/usage?days=1`;
      let sums: number[] = [];
      for (let tries = 1; tries <= maxTries; tries += 1) {
        const [days, routes] = [await made.write("GET", path), await made.write("GET", `${path}&by=route`)];
        const rows = expectDocumented(routes, 200) as { date: string; counted: number }[];
        const [today] = expectBody(days, 200) as { date: string; requests: number }[];
        if (rows.some(({ date }) => date !== today?.date)) throw new NotCheckable("midnight UTC fell into this check");
        sums = [rows.reduce((sum, { counted }) => sum + counted, 0), today?.requests ?? 0];
        if (sums[0] === sums[1]) return;
        if (tries < maxTries) await wait(1_000);
      }
      expectSame("the sum of `counted`", sums[0], sums[1]);
    },
  );
});
