import { z } from "zod";
import { section, type CheckContext } from "../check.ts";
import { header, requestName, type ConformanceResponse } from "../client.ts";
import {
  expectStatus,
  expectBody,
  expectSchema,
  expectThat,
  expectError,
  expectSame,
  NotCheckable,
} from "../expect.ts";
import { contractNouns } from "../records.ts";
import { readQuota } from "../quota.ts";
import { limitRequestChecks } from "./limit-requests.ts";
import { askWithKey, issuedRecord, keyOfRun, shownRecord } from "./own-key.ts";

const listed = shownRecord.extend({ note: z.string().max(500).nullable() });

/** Contract §6, with a key that the run creates. It stays in the account's list, revoked. */
export const keys = section("§6 Keys", [
  {
    name: "POST /keys: 201, the key with its secret, the only time it is shown; Cache-Control: no-store",
    needs: "staff",
    cost: { account: 2 },
    run: async ({ made }) => {
      const answer = await made.create("keys", { name: made.label.slice(0, 100) });
      refuseOneTooMany(answer);
      const { key, ...shown } = expectSchema(requestName(answer), expectBody(answer, 201), issuedRecord);
      expectSame("Cache-Control", header(answer, "cache-control"), "no-store");
      expectSame("prefix", shown.prefix, key.slice(0, 12));
      const list = await made.write("GET", "keys");
      const again = expectSchema(requestName(list), expectBody(list, 200), z.array(listed)).find(
        ({ id }) => id === shown.id,
      );
      expectSame("the key in the list", again, { ...shown, note: null });
    },
  },
  {
    name: "A key has its own count, and takes precedence over a session in reads",
    needs: "staff",
    run: async (world) => {
      const answer = await askWithKey(world, { cookie: world.client.cookie ?? "" });
      const { tier, limit } = expectBody(answer, 200) as { tier: string; limit: number };
      expectSame("tier and limit", [tier, limit], ["key", keyOfRun(world).daily_limit]);
    },
  },
  {
    name: "Reads with a session count on the account",
    needs: "staff",
    run: async ({ client }) => expectSame("tier", (await readQuota(client, "account")).tier, "account"),
  },
  {
    name: "Unknown fields, an empty name and a time that is past are 400",
    needs: "staff",
    cost: { account: 1 },
    run: async ({ made }) => {
      const answer = await made.create("keys", { name: " ", expires_at: "2020-01-01T00:00:00Z", limit: 5 });
      const { issues } = expectError(answer, 400, "Invalid request") as { issues: { path: string }[] };
      expectSame("wrong fields", issues.map(({ path }) => path).sort(), ["expires_at", "limit", "name"]);
    },
  },
  {
    name: "GET /keys/{id}/usage?days=: each of the days, oldest first",
    needs: "staff",
    cost: { account: 1 },
    run: async (world) => {
      const answer = await world.made.write("GET", `keys/${keyOfRun(world).id}/usage?days=7`);
      const day = z.strictObject({ date: z.iso.date(), requests: z.int().min(0) });
      const dates = expectSchema(requestName(answer), expectBody(answer, 200), z.array(day).length(7)).map(
        ({ date }) => date,
      );
      expectSame("dates", dates, [...dates].sort());
    },
  },
  {
    name: "Another account's key and an unknown key are 404",
    needs: "staff",
    cost: { account: 1 },
    run: async ({ made }) => expectStatus(await made.write("DELETE", "keys/no-key-has-this-id"), 404),
  },
  {
    name: "A rotated key and its successor share one count for the day on which the rotation happened",
    needs: "staff",
    cost: { account: 3 },
    run: async (world) => {
      const old = keyOfRun(world);
      const rotated = await world.made.create(`keys/${old.id}/rotate`, { grace_hours: 1 }, "keys");
      refuseOneTooMany(rotated);
      const fresh = expectSchema(requestName(rotated), expectBody(rotated, 201), issuedRecord);
      const told = [];
      for (const { key } of [old, fresh, old, fresh]) told.push(await spend(world, key));
      if (new Set(told.map(({ reset }) => reset)).size > 1) throw new NotCheckable("midnight UTC fell into this check");
      const remaining = told.map((figures) => figures.remaining);
      const expected = remaining.map((_, index) => Number(remaining[0]) - index);
      expectSame("X-RateLimit-Remaining, with one and the other in turn", remaining, expected);
      const list = await world.made.write("GET", "keys");
      const used = expectSchema(requestName(list), expectBody(list, 200), z.array(listed))
        .filter(({ id }) => id === old.id || id === fresh.id)
        .map(({ used_today }) => used_today);
      expectSame("used_today of both", used, [told.length, told.length]);
    },
  },
  {
    name: "PATCH /keys/{id} changes the note, and the key keeps working",
    needs: "staff",
    cost: { account: 1, address: 1 },
    run: async (world) => {
      const changed = await world.made.write("PATCH", `keys/${keyOfRun(world).id}`, { note: " A note " });
      expectSame("note", expectSchema(requestName(changed), expectBody(changed, 200), listed).note, "A note");
      expectStatus(await askWithKey(world), 200);
    },
  },
  ...limitRequestChecks,
  {
    name: "DELETE /keys/{id} revokes; again: the same answer; its next request is refused",
    needs: "staff",
    cost: { account: 2, address: 1 },
    run: async (world) => {
      const place = `keys/${keyOfRun(world).id}`;
      expectStatus(await askWithKey(world), 200);
      const revoked = expectBody(await world.made.write("DELETE", place), 200) as z.infer<typeof shownRecord>;
      expectThat("revoked_at", revoked.revoked_at !== null, revoked.revoked_at, "a time");
      expectError(await askWithKey(world), 401, "Invalid API key");
      expectSame("DELETE again", expectBody(await world.made.write("DELETE", place), 200), revoked);
    },
  },
]);

/** Contract §7: sessions and roles. */
export const accounts = section("§7 Accounts", [
  {
    name: "PUT and GET /accounts need an administrator: an editor is 403",
    needs: "staff",
    cost: { account: 1 },
    run: async ({ made }) => {
      const answer = await made.write("GET", "accounts");
      if (answer.status === 200) return;
      expectError(answer, 403, "Forbidden");
    },
  },
  {
    name: "GET /activity: a bad limit is 400",
    needs: "staff",
    cost: { account: 3 },
    run: async ({ made }) => {
      for (const limit of ["0", "101", "x"]) {
        expectError(await made.write("GET", `activity?limit=${limit}`), 400, "Invalid request");
      }
    },
  },
]);

/** Runs after all created records have been removed. */
export const checksAfterCleanup = section("§7 Accounts", [
  {
    name: "The lists are as they were before this run",
    needs: "staff",
    run: async ({ client, lists }) => {
      for (const { path } of contractNouns) {
        const etag = header(lists.answer(path), "etag") ?? "";
        expectStatus(await client.get(`/api/${path}`, { "If-None-Match": etag }), 304);
      }
    },
  },
  {
    name: "A session ends at sign-out: replaying its cookie has no effect",
    needs: "staff",
    cost: { address: 1 },
    run: async ({ client, session }) => {
      const cookie = (await session?.signOut()) ?? "";
      const answer = await client.send("/api/activity", { by: "address", headers: { cookie } });
      expectError(answer, 401, "Unauthorized");
    },
  },
]);

/** Sends one counted request with a key of this run. @returns the quota in its headers. */
async function spend({ client }: CheckContext, key: string): Promise<{ remaining: number; reset: string | null }> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await client.send("/api/shows/no-record-has-this-id", { by: "key", headers });
  expectStatus(answer, 404);
  return { remaining: Number(header(answer, "x-ratelimit-remaining")), reset: header(answer, "x-ratelimit-reset") };
}

/** @throws NotCheckable when the account may create no more keys today. */
function refuseOneTooMany({ status }: ConformanceResponse): void {
  if (status === 429) throw new NotCheckable("the account has created its maximum number of keys for today");
}
