import { section, staffCheck } from "../check.ts";
import { type KeyWithSecret, keyOfRun, type KeyInList, sendWithKey } from "./own-key.ts";
import { account, type ConformanceResponse, header, send } from "../client.ts";
import { made } from "../created-records.ts";
import { expectDocumented } from "../documented.ts";
import {
  expectBody,
  expectError,
  expectHeader,
  expectSame,
  expectStatus,
  expectThat,
  NotCheckable,
} from "../expect.ts";
import { readQuota } from "../quota.ts";

/** Contract §6, with a key that the run creates. It stays in the account's list, revoked. */
section("§6 Keys", () => {
  staffCheck(
    "POST /keys: 201, the key with its secret, the only time it is shown; Cache-Control: no-store",
    async () => {
      const response = await made.create("keys", { name: made.label.slice(0, 100) });
      refuseOneTooMany(response);
      const { key, ...shown } = expectDocumented(response, 201) as KeyWithSecret;
      expectHeader(response, "Cache-Control", "no-store");
      expectThat("key", /^tl_live_[0-9A-Za-z]{49}$/.test(key), key, "tl_live_ and 49 letters and digits");
      expectSame("prefix", shown.prefix, key.slice(0, 12));
      const again = (await listedKeys()).find(({ id }) => id === shown.id);
      expectSame("the key in the list", again, { ...shown, note: null });
    },
  );

  staffCheck("A key has its own count, and takes precedence over a session in reads", async () => {
    const response = await sendWithKey({ cookie: account.cookie ?? "" });
    const { tier, limit } = expectBody(response, 200) as { tier: string; limit: number };
    expectSame("tier and limit", [tier, limit], ["key", keyOfRun().daily_limit]);
  });

  staffCheck("Reads with a session count on the account", async () =>
    expectSame("tier", (await readQuota("account")).tier, "account"),
  );

  staffCheck("Unknown fields, an empty name and a time that is past are 400", async () => {
    const response = await made.create("keys", { name: " ", expires_at: "2020-01-01T00:00:00Z", limit: 5 });
    const { issues } = expectError(response, 400, "Invalid request") as { issues: { path: string }[] };
    expectSame("wrong fields", issues.map(({ path }) => path).sort(), ["expires_at", "limit", "name"]);
  });

  staffCheck("GET /keys/{id}/usage?days=: each of the days, oldest first", async () => {
    const response = await made.write("GET", `keys/${keyOfRun().id}/usage?days=7`);
    const dates = (expectDocumented(response, 200) as { date: string }[]).map(({ date }) => date);
    expectSame("number of days", dates.length, 7);
    expectSame("dates", dates, dates.toSorted());
  });

  staffCheck("Another account's key and an unknown key are 404", async () =>
    expectStatus(await made.write("DELETE", "keys/no-key-has-this-id"), 404),
  );

  staffCheck("A rotated key and its successor share one count for the day on which the rotation happened", async () => {
    const old = keyOfRun();
    const rotated = await made.create(`keys/${old.id}/rotate`, { grace_hours: 1 }, "keys");
    refuseOneTooMany(rotated);
    const fresh = expectDocumented(rotated, 201) as KeyWithSecret;
    const quotas = [];
    for (const { key } of [old, fresh, old, fresh]) quotas.push(await spend(key));
    if (new Set(quotas.map(({ reset }) => reset)).size > 1) throw new NotCheckable("midnight UTC fell into this check");
    const remaining = quotas.map((quota) => quota.remaining);
    const expected = remaining.map((_, index) => Number(remaining[0]) - index);
    expectSame("X-RateLimit-Remaining, with one and the other in turn", remaining, expected);
    const used = (await listedKeys())
      .filter(({ id }) => id === old.id || id === fresh.id)
      .map(({ used_today }) => used_today);
    expectSame("used_today of both", used, [quotas.length, quotas.length]);
  });

  staffCheck("PATCH /keys/{id} changes the note, and the key keeps working", async () => {
    const changed = await made.write("PATCH", `keys/${keyOfRun().id}`, { note: " A note " });
    expectSame("note", (expectDocumented(changed, 200) as KeyInList).note, "A note");
    expectStatus(await sendWithKey(), 200);
  });

  // With the key of the run, while it works.
  section("§19 Limits and notices", () => {
    staffCheck(
      "POST /keys/{id}/limit-requests: 201, and its owner sees it; a limit that is not higher is 400",
      async () => {
        const place = `keys/${keyOfRun().id}/limit-requests`;
        const reason = "Asked by the conformance program.";
        const low = await made.write("POST", place, { daily_limit: 1, reason });
        expectError(low, 400, "Invalid request");
        const daily_limit = keyOfRun().daily_limit + 1;
        const sent = await made.write("POST", place, { daily_limit, reason });
        const shown = expectDocumented(sent, 201) as { state: string; daily_limit: number };
        expectSame("state", [shown.state, shown.daily_limit], ["received", daily_limit]);
        const list = await made.write("GET", place);
        expectSame("its requests", expectDocumented(list, 200), [shown]);
      },
    );

    staffCheck(
      "PUT /limit-requests/{id} needs an administrator; a granted limit holds for the key's next request; again: 409",
      async () => {
        const waiting = await made.write("GET", "limit-requests?state=received");
        if (waiting.status === 403) {
          expectError(waiting, 403, "Forbidden");
          return;
        }
        const entries = expectBody(waiting, 200) as { id: string; key: { id: string } }[];
        const own = entries.find(({ key }) => key.id === keyOfRun().id);
        if (!own) throw new NotCheckable("the key of this run has no request that waits");
        const daily_limit = keyOfRun().daily_limit + 1;
        expectStatus(await made.write("PUT", `limit-requests/${own.id}`, { state: "granted", daily_limit }), 200);
        expectHeader(await sendWithKey(), "X-RateLimit-Limit", String(daily_limit));
        expectStatus(await made.write("PUT", `limit-requests/${own.id}`, { state: "declined" }), 409);
      },
    );

    staffCheck("GET /account/notices: what the owner should know", async () => {
      expectDocumented(await made.write("GET", "account/notices"), 200);
    });
  });

  staffCheck("DELETE /keys/{id} revokes; again: the same answer; its next request is refused", async () => {
    const place = `keys/${keyOfRun().id}`;
    expectStatus(await sendWithKey(), 200);
    const revoked = expectBody(await made.write("DELETE", place), 200) as { revoked_at: unknown };
    expectThat("revoked_at", revoked.revoked_at !== null, revoked.revoked_at, "a time");
    expectError(await sendWithKey(), 401, "Invalid API key");
    expectSame("DELETE again", expectBody(await made.write("DELETE", place), 200), revoked);
  });
});

async function listedKeys(): Promise<KeyInList[]> {
  return expectDocumented(await made.write("GET", "keys"), 200) as KeyInList[];
}

/** Sends one counted request with a key of this run. @returns the quota in its headers. */
async function spend(key: string): Promise<{ remaining: number; reset: string | null }> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await send("/api/shows/no-record-has-this-id", { by: "key", headers });
  expectStatus(response, 404);
  return { remaining: Number(header(response, "x-ratelimit-remaining")), reset: header(response, "x-ratelimit-reset") };
}

/** @throws NotCheckable when the account may create no more keys today. */
function refuseOneTooMany({ status }: ConformanceResponse): void {
  if (status === 429) throw new NotCheckable("the account has created its maximum number of keys for today");
}
