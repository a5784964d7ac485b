import { z } from "zod";
import { section } from "../check.ts";
import { header, requestName } from "../client.ts";
import { expectBody, expectError, expectSame, expectSchema, expectStatus, NotCheckable } from "../expect.ts";
import { askWithKey, keyOfRun } from "./own-key.ts";

const instant = z.iso.datetime();
const limitRequest = z.strictObject({
  id: z.string().min(1),
  state: z.enum(["received", "granted", "declined"]),
  daily_limit: z.int().min(1),
  reason: z.string().min(1).max(500),
  created_at: instant,
  answered_at: instant.nullable(),
  granted_limit: z.int().min(1).nullable(),
});

/** Contract §19, with the key of the run, while it works. */
export const limitRequestChecks = section("§19 Limits and notices", [
  {
    name: "POST /keys/{id}/limit-requests: 201, and its owner sees it; a limit that is not higher is 400",
    needs: "staff",
    cost: { account: 3 },
    run: async (world) => {
      const place = `keys/${keyOfRun(world).id}/limit-requests`;
      const reason = "Asked by the conformance program.";
      const low = await world.made.write("POST", place, { daily_limit: 1, reason });
      expectError(low, 400, "Invalid request");
      const daily_limit = keyOfRun(world).daily_limit + 1;
      const sent = await world.made.write("POST", place, { daily_limit, reason });
      const shown = expectSchema(requestName(sent), expectBody(sent, 201), limitRequest);
      expectSame("state", [shown.state, shown.daily_limit], ["received", daily_limit]);
      const list = await world.made.write("GET", place);
      expectSame("its requests", expectSchema(requestName(list), expectBody(list, 200), z.array(limitRequest)), [
        shown,
      ]);
    },
  },
  {
    name: "PUT /limit-requests/{id} needs an administrator; a granted limit holds for the key's next request; again: 409",
    needs: "staff",
    cost: { account: 3 },
    run: async (world) => {
      const waiting = await world.made.write("GET", "limit-requests?state=received");
      if (waiting.status === 403) {
        expectError(waiting, 403, "Forbidden");
        return;
      }
      const entries = expectBody(waiting, 200) as { id: string; key: { id: string } }[];
      const own = entries.find(({ key }) => key.id === keyOfRun(world).id);
      if (!own) throw new NotCheckable("the key of this run has no request that waits");
      const daily_limit = keyOfRun(world).daily_limit + 1;
      expectStatus(await world.made.write("PUT", `limit-requests/${own.id}`, { state: "granted", daily_limit }), 200);
      expectSame("X-RateLimit-Limit", header(await askWithKey(world), "x-ratelimit-limit"), String(daily_limit));
      expectStatus(await world.made.write("PUT", `limit-requests/${own.id}`, { state: "declined" }), 409);
    },
  },
  {
    name: "GET /account/notices: what the owner should know",
    needs: "staff",
    cost: { account: 1 },
    run: async ({ made }) => {
      const answer = await made.write("GET", "account/notices");
      const notice = z.strictObject({
        id: z.string().min(1),
        kind: z.string().min(1),
        title: z.string().min(1),
        text: z.string().min(1),
        key_id: z.string().nullable(),
        at: instant,
      });
      expectSchema(requestName(answer), expectBody(answer, 200), z.array(notice));
    },
  },
]);
