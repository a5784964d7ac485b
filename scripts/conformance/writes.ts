import assert from "node:assert/strict";
import type { Quota } from "./client.ts";
import { asStaff, check, get, readQuota, same, section, send, sessionCookie, staffCheck } from "./client.ts";
import type { PublicRecord } from "./deployment.ts";
import { create, createdRecord, flatten, idOf, label, read, recordsOf, resources } from "./deployment.ts";

const text = "Made to be removed.";

/** A body that creates a record, and a change of it, in the order of `resources`: each refers to earlier ones. */
const examples: Record<string, () => [body: object, change: Record<string, unknown>]> = {
  shows: () => [{ name: label, type: "comedy", description: text }, { booking_until: "2027-02-28" }],
  theatres: () => [{ name: label, postcode: "wc2h0hr", lat: 51.5, lng: -0.12, capacity: 432 }, { capacity: 99 }],
  people: () => [{ name: label, bio: text }, { bio: null }],
  productions: () => [
    { show_id: idOf("shows"), theatre_id: idOf("theatres"), opening_date: "2027-01-01" },
    { closing_date: "2027-06-30" },
  ],
  roles: () => [{ name: label, production_id: idOf("productions") }, { description: text }],
  "cast-members": () => [
    { person_id: idOf("people"), production_id: idOf("productions"), role_id: idOf("roles"), role_type: "principal" },
    { billing_order: 2 },
  ],
  "crew-members": () => [
    { person_id: idOf("people"), production_id: idOf("productions"), job: "other", credit: text },
    { job: "director" },
  ],
};

const bodyFor = (path: string) => examples[path]?.()[0] ?? {};

section("§5 Writes", () => {
  for (const { path } of resources) {
    staffCheck(`POST and PUT /${path}: the record; only what the body carries changes`, async () => {
      const [body, change] = examples[path]?.() ?? [{}, {}];
      const answer = await create(path, body);
      const record = answer.body(201) as PublicRecord;
      const place = `${path}/${encodeURIComponent(record.id)}`;
      answer.expectHeader("location", `/api/${place}`);
      if (path === "theatres") same("postcode", record["postcode"], "WC2H 0HR");
      same(`/api/${place}`, await read(place), record);
      const changed = { ...record, ...change };
      same("changed", (await asStaff("PUT", place, change)).body(), changed);
      const entry = (await read<PublicRecord[]>(path)).find(({ id }) => id === record.id) ?? { id: "" };
      same("the entry of the list", flatten(entry), changed);
      same("sent back whole", (await asStaff("PUT", place, entry)).body(), changed);
      const activity = `activity?resource=${path}&record_id=${record.id}&limit=1`;
      const [log] = await read<PublicRecord[]>(activity);
      same("the log", [log?.["action"], log?.["record_id"], log?.["after"]], ["update", record.id, changed]);
    });
  }

  staffCheck("Bodies are JSON in UTF-8 of at most 64 KiB, with known fields", async () => {
    const post = (body: string | Buffer, type = "application/json") =>
      send("/api/shows", { method: "POST", by: "account", headers: { "content-type": type }, body });
    (await post("{}", "text/plain")).expectStatus(415);
    (await post(`{"name":"${"a".repeat(64 * 1024)}"}`)).expectStatus(413);
    for (const body of ["{", "[]", "", Buffer.from("7b22ff223a317d", "hex")])
      (await post(body)).errorBody(400, "Invalid request");
    const mistakes = { type: "opera", booking_until: "2026-02-30", surprise: 1, id: "x" };
    const wrong = ["booking_until", "id", "name", "surprise", "type"];
    same("wrong fields", (await create("shows", mistakes)).wrongFields(), wrong);
  });

  staffCheck("An If-Match that no longer holds is 412, another origin 403, and nothing changes", async () => {
    const place = `shows/${idOf("shows")}`;
    const before = await asStaff("GET", place);
    const stale = { "if-match": before.tag };
    (await asStaff("PUT", place, { description: "Changed." }, stale)).expectStatus(200);
    (await asStaff("PUT", place, { name: "Lost" }, stale)).errorBody(412, "Precondition failed");
    (await asStaff("DELETE", place, undefined, stale)).errorBody(412, "Precondition failed");
    const origins = ["https://elsewhere.example", "null"].map((origin): Record<string, string> => ({ origin }));
    for (const headers of [...origins, { "sec-fetch-site": "same-site" }])
      (await asStaff("PUT", place, { name: "Lost" }, headers)).errorBody(403, "Forbidden");
    same("the record", await read(place), { ...(before.body() as object), description: "Changed." });
    for (const method of ["PUT", "DELETE"])
      (await asStaff(method, "shows/none", method === "PUT" ? {} : undefined)).errorBody(404, "Show not found");
  });

  staffCheck("409: a member twice, a role that moves with its cast, a record referred to", async () => {
    (await create("cast-members", bodyFor("cast-members"))).errorBody(409, "Conflict");
    const { id } = await createdRecord("productions", { ...bodyFor("productions"), opening_date: "2027-03-01" });
    (await asStaff("PUT", `roles/${idOf("roles")}`, { production_id: id })).errorBody(409, "Conflict");
    const refused = (await asStaff("DELETE", `productions/${idOf("productions")}`)).errorBody(409, "Conflict");
    same("references", refused.references, { roles: 1, "cast-members": 1, "crew-members": 1 });
  });

  staffCheck("DELETE: the record as it was; an undo brings it back; ?cascade=true takes the rest", async () => {
    const role = await createdRecord("roles", bodyFor("roles"));
    same("the record deleted", (await asStaff("DELETE", `roles/${role.id}`)).body(), role);
    (await asStaff("DELETE", `roles/${role.id}`)).errorBody(404, "Role not found");
    const [entry] = await read<PublicRecord[]>(`activity?record_id=${role.id}&resource=roles&limit=1`);
    same("undone", (await asStaff("POST", `activity/${entry?.id ?? ""}/revert`)).body(), role);
    same("the record", await read(`roles/${role.id}`), role);
    (await asStaff("POST", `activity/${entry?.id ?? ""}/revert`)).errorBody(409, "Conflict");
    const all = ["productions", "roles", "cast-members", "crew-members"].map((path) => `${path}/${idOf(path)}`);
    (await asStaff("DELETE", `${all[0]}?cascade=true`)).expectStatus(200);
    for (const place of all) (await asStaff("GET", place)).expectStatus(404);
  });
});

section("§12 Details, sources, merges", () => {
  check("GET /shows/{id}/details and /sources are public, and refuse unknown parameters", async () => {
    const place = `/api/shows/${encodeURIComponent(recordsOf("shows")[0].id)}`;
    for (const part of ["details", "sources"]) {
      const answer = await get(`${place}/${part}`);
      answer.expectHeader("ratelimit-policy", `"daily";q=${answer.header("x-ratelimit-limit")};w=86400`);
      (await get(`${place}/${part}`, { "If-None-Match": answer.tag })).expectStatus(304);
    }
    same("unknown parameter", (await get(`${place}/details?surprise=1`)).wrongFields(), ["surprise"]);
  });

  staffCheck("POST /people/{id}/merge: 200, the survivor, which the old path names", async () => {
    const first = await createdRecord("people", bodyFor("people"));
    const other = await createdRecord("people", bodyFor("people"));
    same("survivor", (await asStaff("POST", `people/${first.id}/merge`, { into: other.id })).body(), other);
    const gone = await asStaff("GET", `people/${first.id}`);
    gone.errorBody(404, "Person not found");
    gone.expectHeader("Link", new RegExp(`^</api/people/${other.id}>; rel="successor-version", `));
  });
});

type Key = Record<"id" | "prefix" | "key", string> & { daily_limit: number };

/** With a key that the run creates. It stays in the account's list, revoked. */
section("§6 Keys", () => {
  staffCheck("A key is shown once, counts on itself and with its successor, and stops when it is revoked", async () => {
    const answer = await create("keys", { name: label.slice(0, 100) });
    const key = answer.body(201) as Key;
    answer.expectHeader("Cache-Control", "no-store");
    assert.match(key.key, /^tl_live_[0-9A-Za-z]{49}$/);
    same("prefix", key.prefix, key.key.slice(0, 12));
    const { key: _secret, ...shown } = key;
    const listed = ((await asStaff("GET", "keys")).body() as Key[]).find(({ id }) => id === key.id);
    same("the key in the list", listed, { ...shown, note: null, rotated_from: null, counts_as: key.id });
    const wrong = await create("keys", { name: " ", expires_at: "2020-01-01T00:00:00Z", limit: 5 });
    same("wrong fields", wrong.wrongFields(), ["expires_at", "limit", "name"]);
    (await asStaff("DELETE", "keys/no-key-has-this-id")).expectStatus(404);

    // Free. The scheme may be in any case, and the key comes before a session.
    const headers = { authorization: `bEARER ${key.key}`, cookie: sessionCookie() };
    const readOwnQuota = () => send("/api/quota", { by: "address", headers });
    const { tier, limit } = (await readOwnQuota()).body() as Quota;
    same("of the key", [tier, limit], ["key", key.daily_limit]);
    same("of the session", (await readQuota("account")).tier, "account");

    const fresh = (await create(`keys/${key.id}/rotate`, { grace_hours: 1 }, "keys")).body(201) as Key;
    const left: number[] = [];
    for (const secret of [key.key, fresh.key, key.key, fresh.key]) {
      const counted = await send("/api/shows/none", { by: "key", headers: { authorization: `Bearer ${secret}` } });
      counted.expectStatus(404);
      left.push(Number(counted.header("x-ratelimit-remaining")));
    }
    const [first = 0] = left;
    same("X-RateLimit-Remaining, in turn", left, [first, first - 1, first - 2, first - 3]);

    const revoked = (await asStaff("DELETE", `keys/${key.id}`)).body() as { revoked_at: unknown };
    assert(revoked.revoked_at !== null, "revoked_at is a time");
    (await readOwnQuota()).errorBody(401, "Invalid API key");
    same("DELETE again", (await asStaff("DELETE", `keys/${key.id}`)).body(), revoked);
  });
});

section("§7 Accounts", () => {
  staffCheck("Accounts need an administrator; a bad limit of the activity is 400", async () => {
    const accounts = await asStaff("GET", "accounts");
    if (accounts.status !== 200) accounts.errorBody(403, "Forbidden");
    for (const limit of ["0", "101", "x"])
      same("limit", (await asStaff("GET", `activity?limit=${limit}`)).wrongFields(), ["limit"]);
  });
});
