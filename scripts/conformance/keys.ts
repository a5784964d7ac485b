import assert from "node:assert/strict";
import {
  bodyOf,
  errorOf,
  expectHeader,
  expectStatus,
  NotCheckable,
  type Quota,
  readQuota,
  same,
  section,
  staffCheck,
  wrongFields,
} from "./check.ts";
import { account, type Answer, asStaff, header, send } from "./client.ts";
import { create, idOf, label } from "./records.ts";

interface Key {
  id: string;
  prefix: string;
  key: string;
  daily_limit: number;
}

let key: Key;
const keyOfRun = () => (idOf("keys"), key);
const list = async () => bodyOf(await asStaff("GET", "keys")) as Key[];

/** Free. The scheme may be in any case. */
const withKey = (headers: Record<string, string> = {}) =>
  send("/api/quota", { by: "address", headers: { ...headers, authorization: `bEARER ${keyOfRun().key}` } });

/** A new key with its secret. @throws NotCheckable when the account may create no more today. */
function keyIn(answer: Answer): Key {
  if (answer.status === 429) throw new NotCheckable("the account has created its maximum number of keys for today");
  return bodyOf(answer, 201) as Key;
}

/** With a key that the run creates. It stays in the account's list, revoked. */
section("§6 Keys", () => {
  staffCheck("POST /keys: 201, the secret, which no other answer shows; wrong fields are 400", async () => {
    const answer = await create("keys", { name: label.slice(0, 100) });
    key = keyIn(answer);
    expectHeader(answer, "Cache-Control", "no-store");
    assert.match(key.key, /^tl_live_[0-9A-Za-z]{49}$/);
    same("prefix", key.prefix, key.key.slice(0, 12));
    const { key: _secret, ...shown } = key;
    same(
      "the key in the list",
      (await list()).find(({ id }) => id === key.id),
      { ...shown, note: null, rotated_from: null, counts_as: key.id },
    );
    const wrong = await create("keys", { name: " ", expires_at: "2020-01-01T00:00:00Z", limit: 5 });
    same("wrong fields", wrongFields(wrong), ["expires_at", "limit", "name"]);
    expectStatus(await asStaff("DELETE", "keys/no-key-has-this-id"), 404);
  });

  staffCheck("A key counts on itself, also with a session; a session counts on the account", async () => {
    const { tier, limit } = bodyOf(await withKey({ cookie: account.cookie })) as Quota;
    same("of the key", [tier, limit], ["key", keyOfRun().daily_limit]);
    same("of the session", (await readQuota("account")).tier, "account");
  });

  staffCheck("A rotated key and its successor share one count for the day", async () => {
    const fresh = keyIn(await create(`keys/${keyOfRun().id}/rotate`, { grace_hours: 1 }, "keys"));
    const left: number[] = [];
    for (const secret of [key.key, fresh.key, key.key, fresh.key]) {
      const answer = await send("/api/shows/none", { by: "key", headers: { authorization: `Bearer ${secret}` } });
      expectStatus(answer, 404);
      left.push(Number(header(answer, "x-ratelimit-remaining")));
    }
    same(
      "X-RateLimit-Remaining, in turn",
      left,
      left.map((_, index) => Number(left[0]) - index),
    );
  });

  staffCheck("DELETE /keys/{id} revokes: its next request is refused", async () => {
    const place = `keys/${keyOfRun().id}`;
    expectStatus(await withKey(), 200);
    const revoked = bodyOf(await asStaff("DELETE", place)) as { revoked_at: unknown };
    assert(revoked.revoked_at !== null, "revoked_at is a time");
    errorOf(await withKey(), 401, "Invalid API key");
    same("DELETE again", bodyOf(await asStaff("DELETE", place)), revoked);
  });
});

section("§7 Accounts", () => {
  staffCheck("Accounts need an administrator; a bad limit of the activity is 400", async () => {
    const accounts = await asStaff("GET", "accounts");
    if (accounts.status !== 200) errorOf(accounts, 403, "Forbidden");
    for (const limit of ["0", "101", "x"])
      same("limit", wrongFields(await asStaff("GET", `activity?limit=${limit}`)), ["limit"]);
  });
});
