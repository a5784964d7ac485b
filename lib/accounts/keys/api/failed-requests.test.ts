import { describe, expect, test } from "vitest";
import { failedRequest, type FailedRequest } from "../schema.browser.ts";
import { databaseKinds } from "../../../../test/databases.ts";
import { developer, invalidFieldsOf, withKey, type Developer } from "../../../../test/developer.ts";
import { useService } from "../../../../test/service.ts";

async function failuresOf(owner: Developer, id: string, query = ""): Promise<FailedRequest[]> {
  return failedRequest.array().parse((await owner.ask("GET", `/keys/${id}/requests${query}`)).body);
}

const unknownKey = `tl_live_${"0".repeat(49)}`;

describe.each(databaseKinds)("the failed requests of a key (%s)", (kind) => {
  let time = Date.now();
  const service = useService(kind, { now: () => time });

  test("are listed with a reason, the latest first, without those that succeeded", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    const send = (path: string, init: RequestInit = {}) =>
      service.get(path, { ...init, headers: { ...withKey(key).headers, ...init.headers } });

    const shows = await send("/api/shows");
    const unchanged = await send("/api/shows", { headers: { "If-None-Match": shows.headers.get("etag") ?? "" } });
    const answers = [
      await send("/api/shows/no-such-show"),
      await send("/api/showz"),
      await send("/api/show/secret-id"),
      await send("/api/no-such-path"),
      await send("/api/shows", { method: "PATCH" }),
      await send("/api/shows", { method: "POST", body: "{}" }),
      await send("/api/shows/%zz"),
      await send("/api/search/shows?limit=0&colour=red&size=5&shape=round"),
      await send("/mcp", { method: "POST", body: "secret" }),
      await send("/mcp", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }),
    ];

    expect([shows.status, unchanged.status]).toEqual([200, 304]);
    const failures = await failuresOf(owner, id);
    expect(failures.map(({ request_id }) => request_id)).toEqual(
      answers.map(({ headers }) => headers.get("x-request-id")).reverse(),
    );
    expect(failures.map(({ method, route, status, why }) => [method, route, status, why]).reverse()).toEqual([
      ["GET", "/api/shows/{id}", 404, "Show not found. Take ids from a list; the record may have been deleted."],
      ["GET", null, 404, "This path does not exist. Did you mean /api/shows?"],
      ["GET", null, 404, "This path does not exist. Did you mean /api/shows/{id}?"],
      ["GET", null, 404, "This path does not exist. Compare it with the reference."],
      ["PATCH", "/api/shows", 405, "This path does not offer the method, only GET, HEAD, POST, OPTIONS."],
      ["POST", "/api/shows", 401, "Sign in to do this. An API key does not authorise it."],
      ["GET", "/api/shows/{id}", 400, "The percent-encoding of the path or the query is broken. Write % as %25."],
      [
        "GET",
        "/api/search/shows",
        400,
        expect.stringMatching(/^limit: .+; colour: There is no such parameter; size: [^;]+; and 1 more\.$/),
      ],
      ["POST", "/mcp", 415, "Send JSON, with the header Content-Type: application/json."],
      ["POST", "/mcp", 400, "Bad Request"],
    ]);
  });

  test("have the network and the first 80 characters of the user agent, and nothing else that was sent", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    const sent = { ...withKey(key).headers, "User-Agent": `${"a".repeat(79)}bc`, "X-Other": "header-value" };

    for (const path of [`search?q=&sort=query-value`, `updates?%00=1`, `search/shows?${key}=1`, `updates?%F0%9F=1`])
      expect((await service.get(`/api/${path}`, { headers: sent })).status).toBe(400);
    await service.get("/api/shows/path-value", { headers: { ...sent, "User-Agent": key } });

    const text = JSON.stringify(await failuresOf(owner, id));
    expect(JSON.parse(text)).toHaveLength(5);
    for (const value of ["query-value", "header-value", "path-value", key]) expect(text).not.toContain(value);
    const [masked, last] = await failuresOf(owner, id);
    expect(masked).toMatchObject({ user_agent: "tl_live_…" });
    expect(last).toMatchObject({ user_agent: `${"a".repeat(79)}b`, address: "127.0.0.0/24" });
  });

  test("have no key, cookie, password or other part of a body, also in the database", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    const headers = {
      ...withKey(key).headers,
      "Content-Type": "application/json",
      "User-Agent": `probe ${key}`,
      "X-Request-Id": `id-${key}`,
      Cookie: "next-auth.session-token=secret-cookie",
    };
    const post = async (path: string, body: string) =>
      (await service.get(path, { method: "POST", headers, body })).status;
    const signUp = (password: string) => JSON.stringify({ email: owner.email, password });

    const statuses = [
      await post("/api/accounts", signUp("secret-1")),
      await post("/api/accounts", signUp("secret-password-2")),
      await post("/api/accounts", `{"password":"secret-password-3`),
      await post("/api/accounts", `secret-password-4=${key}`),
      await post("/api/account/password", `{"token":"secret-token","password":"secret-password-5"}`),
      await post("/api/shows", `{"name":"secret-name"}`),
      (await service.get(`/api/updates?afterChangeNumber=secret-number&limit=${key}`, { headers })).status,
    ];

    expect(statuses).toEqual([400, 409, 400, 400, 400, 401, 400]);
    expect((await failuresOf(owner, id)).map(({ status }) => status).reverse()).toEqual(statuses);
    const stored = await service.infrastructure.database.query(
      `SELECT to_jsonb(failed) AS row FROM failed_requests AS failed WHERE key_id = $1
       UNION ALL SELECT to_jsonb(used) FROM route_usage AS used WHERE key_id = $1`,
      [id],
    );
    for (const secret of ["secret", key, key.slice(-10), owner.email])
      expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test("include those of a key that is expired, revoked or over its limit", async () => {
    const owner = await developer(service);
    const hour = 3_600_000;
    const expiring = await owner.makeKey("expires", { expires_at: new Date(time + hour).toISOString() });
    const [revoked, limited] = [await owner.makeKey(), await owner.makeKey()];
    const statusOf = async (secret: string) => (await service.get("/api/shows", withKey(secret))).status;

    await service.infrastructure.database.query("UPDATE api_keys SET daily_limit = 1 WHERE id = $1", [limited.id]);
    expect([await statusOf(limited.key), await statusOf(limited.key)]).toEqual([200, 429]);
    expect(await statusOf(revoked.key)).toBe(200);
    await owner.ask("DELETE", `/keys/${revoked.id}`);
    expect(await statusOf(revoked.key)).toBe(401);
    const [limitReached] = await failuresOf(owner, limited.id);
    const [afterRevocation] = await failuresOf(owner, revoked.id);
    time += hour;
    expect(await statusOf(expiring.key)).toBe(401);
    const [afterExpiry] = await failuresOf(owner, expiring.id);

    expect(limitReached?.why).toBe("No request left today: the limit is 1. It resets at 00:00 UTC.");
    expect(afterRevocation?.why).toMatch(/^The key was revoked on \d+ \w+ \d{4}\. Use another key\.$/);
    expect(afterExpiry).toMatchObject({
      status: 401,
      why: expect.stringMatching(/^The key expired on \d+ \w+ \d{4}\. Use another key\.$/),
    });
  });

  test("are found by the id in the response, also one that the caller chose", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    const chosen = { ...withKey(key).headers, "X-Request-Id": "my-own-id-1" };
    const answer = await service.get("/api/showz", withKey(key));
    for (const path of ["/api/shows/none", "/api/people/none"]) await service.get(path, { headers: chosen });

    const given = answer.headers.get("x-request-id") ?? "";
    expect(await failuresOf(owner, id, `?request_id=${given}`)).toMatchObject([{ request_id: given, route: null }]);
    expect((await failuresOf(owner, id, "?request_id=my-own-id-1")).map(({ route }) => route)).toEqual([
      "/api/people/{id}",
      "/api/shows/{id}",
    ]);
    expect(await failuresOf(owner, id, "?request_id=unknown-id")).toEqual([]);
  });

  test("are their owner's: of another account's key there are none, and an unknown key's belong to no one", async () => {
    const [owner, other] = [await developer(service), await developer(service)];
    const { id, key } = await owner.makeKey();
    await service.get("/api/showz", withKey(key));
    const ofNobody = [await service.get("/api/shows", withKey(unknownKey)), await service.get("/api/showz")];
    expect(ofNobody.map(({ status }) => status)).toEqual([401, 404]);

    expect((await other.ask("GET", `/keys/${id}/requests`)).status).toBe(404);
    expect((await service.get(`/api/keys/${id}/requests`, withKey(key))).status).toBe(401);
    const ids = ["short", "", "with%20space", "a1234567&request_id=b1234567"];
    const queries = [...ids.map((one) => `request_id=${one}`), "limit=1"];
    const refused = await Promise.all(queries.map((query) => owner.ask("GET", `/keys/${id}/requests?${query}`)));
    expect(refused.map((answer) => [answer.status, invalidFieldsOf(answer)])).toEqual([
      ...ids.map(() => [400, ["request_id"]]),
      [400, ["limit"]],
    ]);
    await service.infrastructure.flush();
    const stored = await service.infrastructure.database.query(
      "SELECT key_id FROM failed_requests WHERE request_id = ANY($1)",
      [ofNobody.map(({ headers }) => headers.get("x-request-id"))],
    );
    expect(stored).toEqual([]);
  });

  test("are kept to the last 100, for 14 days", async () => {
    const { database, keyRequests } = service.infrastructure;
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    const fail = async (count: number, label: string) => {
      for (let index = 0; index < count; index += 1)
        await service.get("/api/showz", { headers: { ...withKey(key).headers, "X-Request-Id": `${label}-${index}` } });
      await keyRequests.flush();
    };

    await fail(90, "before-the-others");
    time += 1_000;
    await fail(30, "after-them");

    const ids = (await failuresOf(owner, id)).map(({ request_id }) => request_id);
    expect(ids).toHaveLength(100);
    expect([ids[0], ids[29], ids[30], ids.at(-1)]).toEqual([
      "after-them-29",
      "after-them-0",
      "before-the-others-89",
      "before-the-others-20",
    ]);
    await database.query("UPDATE failed_requests SET at = now() - interval '13 days 23 hours' WHERE request_id = $1", [
      ids[0],
    ]);
    await database.query(
      "UPDATE failed_requests SET at = now() - interval '14 days 1 minute' WHERE request_id = ANY($1)",
      [ids.slice(1, 3)],
    );
    expect(await failuresOf(owner, id)).toHaveLength(98);
  });

  test("are deleted with the account, and a request in progress leaves none behind", async () => {
    const { database, keyRequests } = service.infrastructure;
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    await service.get("/api/showz", withKey(key));
    await keyRequests.flush();
    await service.get("/api/shows", withKey(key));
    await service.get("/api/showz", withKey(key));

    await database.query("DELETE FROM api_keys WHERE id = $1", [id]);
    await keyRequests.flush();

    const [left] = await database.query(
      `SELECT (SELECT count(*) FROM failed_requests WHERE key_id = $1)::int AS failed,
         (SELECT count(*) FROM route_usage WHERE key_id = $1)::int AS used`,
      [id],
    );
    expect(left).toEqual({ failed: 0, used: 0 });
  });
});
