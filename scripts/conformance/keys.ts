import assert from "node:assert/strict";
import {
  bodyOf,
  errorOf,
  expectHeader,
  expectStatus,
  NotCheckable,
  same,
  section,
  staffCheck,
  wrongFields,
} from "./check.ts";
import { account, type Answer, asStaff, header, send } from "./client.ts";
import { create, idOf, label } from "./created.ts";
import { readQuota } from "./quota.ts";

interface Key {
  id: string;
  prefix: string;
  key: string;
  daily_limit: number;
  used_today: number;
}

let key: Key;
const keyOfRun = () => (idOf("keys"), key);
const list = async () => bodyOf(await asStaff("GET", "keys")) as Key[];

/** Free. */
const withKey = (secret = keyOfRun().key, headers: Record<string, string> = {}) =>
  send("/api/quota", { by: "address", headers: { ...headers, authorization: `Bearer ${secret}` } });

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
    const { tier, limit } = bodyOf(await withKey(keyOfRun().key, { cookie: account.cookie })) as Record<
      string,
      unknown
    >;
    same("of the key", [tier, limit], ["key", keyOfRun().daily_limit]);
    same("of the session", (await readQuota("account")).tier, "account");
    same(
      "note",
      (bodyOf(await asStaff("PATCH", `keys/${key.id}`, { note: " A note " })) as { note: string }).note,
      "A note",
    );
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
    const used = (await list())
      .filter(({ id }) => id === key.id || id === fresh.id)
      .map(({ used_today }) => used_today);
    same("used_today of both", used, [4, 4]);
  });

  staffCheck("A higher limit can be asked for (§19), and only an administrator grants it", async () => {
    const [place, reason] = [`keys/${keyOfRun().id}/limit-requests`, "Asked by the conformance program."];
    same("lower", wrongFields(await asStaff("POST", place, { daily_limit: 1, reason })), ["daily_limit"]);
    const daily_limit = key.daily_limit + 1;
    const request = bodyOf(await asStaff("POST", place, { daily_limit, reason }), 201) as {
      id: string;
      state: string;
    };
    same("its requests", [request.state, bodyOf(await asStaff("GET", place))], ["received", [request]]);
    const grant = await asStaff("PUT", `limit-requests/${request.id}`, { state: "granted", daily_limit });
    if (grant.status === 403) return;
    expectStatus(grant, 200);
    expectHeader(await withKey(), "X-RateLimit-Limit", String(daily_limit));
    expectStatus(await asStaff("PUT", `limit-requests/${request.id}`, { state: "declined" }), 409);
  });

  staffCheck("DELETE /keys/{id} revokes: its next request is refused, and can be found", async () => {
    const place = `keys/${keyOfRun().id}`;
    expectStatus(await withKey(), 200);
    const revoked = bodyOf(await asStaff("DELETE", place)) as { revoked_at: unknown };
    assert(revoked.revoked_at !== null, "revoked_at is a time");
    const refused = await withKey();
    errorOf(refused, 401, "Invalid API key");
    same("DELETE again", bodyOf(await asStaff("DELETE", place)), revoked);
    // Instances write every few seconds.
    for (let tries = 8; ; tries -= 1) {
      const path = `${place}/requests?request_id=${header(refused, "x-request-id")}`;
      const [found] = bodyOf(await asStaff("GET", path)) as Record<string, unknown>[];
      if (!found && tries > 1) await new Promise((resolve) => setTimeout(resolve, 1_000));
      else return same("the failed request", [found?.["route"], found?.["status"]], ["/api/quota", 401]);
    }
  });
});

section("§7 Accounts, §19 links", () => {
  staffCheck("Accounts need an administrator; a bad limit and a wrong link are 400; a reset is 202", async () => {
    const accounts = await asStaff("GET", "accounts");
    if (accounts.status !== 200) errorOf(accounts, 403, "Forbidden");
    for (const limit of ["0", "101", "x"])
      same("limit", wrongFields(await asStaff("GET", `activity?limit=${limit}`)), ["limit"]);
    // Neither an invitation nor an email, because neither can be taken back.
    const token = "x".repeat(43);
    for (const [path, more] of [
      ["link", {}],
      ["password", { password: `A password ${label}` }],
      ["verify", {}],
    ] as const)
      same(path, wrongFields(await asStaff("POST", `account/${path}`, { token, ...more })), ["token"]);
    const reset = bodyOf(await asStaff("POST", "account/reset", { email: `${label.slice(-36)}@example.com` }), 202);
    same("answer of the reset", Object.keys(reset as object), ["message"]);
  });
});
