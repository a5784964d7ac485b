import { beforeAll, describe, expect, test } from "vitest";
import { issuedKey } from "../schema.browser.ts";
import { securityLogEntry } from "../../security-log/schema.browser.ts";
import { databaseKinds } from "../../../../test/databases.ts";
import { developer, invalidFieldsOf, withKey, type Developer } from "../../../../test/developer.ts";
import { quotaOf } from "../../../../test/quota-helpers.ts";
import { highLimits, useService } from "../../../../test/service.ts";
import { limitRequestRecord, managedLimitRequest } from "./schema.browser.ts";

const settings = { ...highLimits, KEY_DAILY_LIMIT: "3" };
const wanted = { daily_limit: 5, reason: "Six more screens." };

const request = async (owner: Developer, keyId: string, body: unknown = wanted) =>
  limitRequestRecord.parse((await owner.ask("POST", `/keys/${keyId}/limit-requests`, body)).body);
const ownRequests = async (owner: Developer, keyId: string) =>
  limitRequestRecord.array().parse((await owner.ask("GET", `/keys/${keyId}/limit-requests`)).body);
const waiting = async (admin: Developer) =>
  managedLimitRequest.array().parse((await admin.ask("GET", "/limit-requests?state=received")).body);
const answer = (admin: Developer, id: string, body: unknown) => admin.ask("PUT", `/limit-requests/${id}`, body);

describe.each(databaseKinds)("requests for a higher limit (%s)", (databaseKind) => {
  let admin: Developer;

  /** On the database's day and ahead of its clock; each reading is later than the one before. */
  let time = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 23.5 * 3_600_000;
  const service = useService(databaseKind, { settings, now: () => (time += 1) });
  beforeAll(async () => {
    admin = await developer(service, "admin");
  });

  const use = (key: string) => service.get("/api/shows/hamilton", withKey(key));
  const statuses = async (key: string, times: number) => {
    const found: number[] = [];
    for (let time = 0; time < times; time += 1) found.push((await use(key)).status);
    return found;
  };

  test("a granted limit holds from the key's next request on, also when its day was used up", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey("Screens");
    expect(await statuses(key, 5)).toEqual([200, 200, 200, 429, 429]);
    const asked = await request(owner, id, { daily_limit: 5, reason: "  Six more screens. " });
    expect(asked).toMatchObject({ state: "received", ...wanted, answered_at: null, granted_limit: null });

    expect(await waiting(admin)).toEqual([
      {
        ...asked,
        key: { id, name: "Screens", prefix: key.slice(0, 12), daily_limit: 3, busiest_day: 3 },
        account: { id: owner.id, email: owner.email, name: null },
      },
    ]);
    const { status, headers, body } = await answer(admin, asked.id, { state: "granted" });

    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(managedLimitRequest.parse(body)).toMatchObject({ id: asked.id, state: "granted", granted_limit: 5 });
    const next = await use(key);
    expect([next.status, quotaOf(next)]).toMatchObject([200, { limit: 5, remaining: 1 }]);
    expect(await statuses(key, 2)).toEqual([200, 429]);
    expect(await ownRequests(owner, id)).toMatchObject([{ id: asked.id, state: "granted", granted_limit: 5 }]);
    expect(await waiting(admin)).toEqual([]);
  });

  test("an administrator can grant another figure, and the security log has who changed the limit", async () => {
    const owner = await developer(service);
    const { id, prefix } = await owner.makeKey();
    const { id: asked } = await request(owner, id);

    expect((await answer(admin, asked, { state: "granted", daily_limit: 4 })).body).toMatchObject({
      daily_limit: 5,
      granted_limit: 4,
      key: { daily_limit: 4 },
    });

    expect((await owner.ask("GET", "/keys")).body).toMatchObject([{ daily_limit: 4 }]);
    const log = await admin.ask("GET", `/security-log?account_id=${owner.id}&action=limit-changed`);
    expect(securityLogEntry.array().parse(log.body)).toMatchObject([
      { account: { id: owner.id }, by: { id: admin.id }, detail: { prefix, from: "3", to: "4" } },
    ]);
  });

  test("a declined request changes nothing, and its owner can send another", async () => {
    const owner = await developer(service);
    const { id } = await owner.makeKey();
    const first = await request(owner, id);

    expect((await answer(admin, first.id, { state: "declined" })).body).toMatchObject({
      state: "declined",
      granted_limit: null,
      key: { daily_limit: 3 },
    });
    const second = await request(owner, id);

    expect((await ownRequests(owner, id)).map((one) => [one.id, one.state])).toEqual([
      [second.id, "received"],
      [first.id, "declined"],
    ]);
    await answer(admin, second.id, { state: "declined" });
  });

  test("another request replaces the one that waits", async () => {
    const owner = await developer(service);
    const { id } = await owner.makeKey();
    const first = await request(owner, id);
    const second = await request(owner, id, { daily_limit: 9, reason: "Nine." });

    expect(await ownRequests(owner, id)).toEqual([second]);
    expect(await answer(admin, first.id, { state: "granted" })).toMatchObject({
      status: 404,
      body: { error: "Limit request not found" },
    });
    await answer(admin, second.id, { state: "declined" });
  });

  test("of several requests at once one waits, and of several answers at once one counts", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => request(owner, id, { ...wanted, daily_limit: 10 + index })),
    );
    const [asked, ...others] = await waiting(admin);
    expect(others).toEqual([]);

    const limits = [21, 22, 23, 24];
    const answers = await Promise.all([
      ...limits.map((daily_limit) => answer(admin, asked?.id ?? "", { state: "granted", daily_limit })),
      answer(admin, asked?.id ?? "", { state: "declined" }),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const [winner] = await ownRequests(owner, id);
    const used = await use(key);
    expect(used.headers.get("x-ratelimit-limit")).toBe(String(winner?.granted_limit ?? 3));
    const again = await answer(admin, asked?.id ?? "", { state: "granted" });
    expect(again).toMatchObject({ status: 409, body: { message: `This request was already ${winner?.state}.` } });
  });

  test.each<["POST" | "PUT", unknown, string[]]>([
    ["POST", {}, ["daily_limit", "reason"]],
    ["POST", { ...wanted, daily_limit: 3 }, ["daily_limit"]],
    ["POST", { ...wanted, daily_limit: 0 }, ["daily_limit"]],
    ["POST", { ...wanted, daily_limit: 4.5 }, ["daily_limit"]],
    ["POST", { ...wanted, daily_limit: "5" }, ["daily_limit"]],
    ["POST", { ...wanted, daily_limit: 1_000_000_001 }, ["daily_limit"]],
    ["POST", { ...wanted, reason: " " }, ["reason"]],
    ["POST", { ...wanted, reason: "x".repeat(501) }, ["reason"]],
    ["POST", { ...wanted, state: "granted" }, ["state"]],
    ["PUT", {}, ["state"]],
    ["PUT", { state: "received" }, ["state"]],
    ["PUT", { state: "declined", daily_limit: 5 }, ["daily_limit"]],
    ["PUT", { state: "granted", daily_limit: 0 }, ["daily_limit"]],
    ["PUT", { state: "granted", daily_limit: 3 }, ["daily_limit"]],
    ["PUT", { state: "granted", note: "" }, ["note"]],
  ])("the %s of %j is refused with its fields", async (method, body, fields) => {
    const owner = await developer(service);
    const { id } = await owner.makeKey();
    const asked = method === "PUT" ? await request(owner, id) : null;
    const refused = asked
      ? await answer(admin, asked.id, body)
      : await owner.ask("POST", `/keys/${id}/limit-requests`, body);

    expect([refused.status, invalidFieldsOf(refused)]).toEqual([400, fields]);
    expect(await ownRequests(owner, id)).toEqual(asked ? [asked] : []);
    if (asked) await answer(admin, asked.id, { state: "declined" });
  });

  test("only the owner asks, and unknown requests and parameters are refused", async () => {
    const [owner, other] = [await developer(service), await developer(service)];
    const { id } = await owner.makeKey();
    const { id: asked } = await request(owner, id);

    for (const stranger of [other, admin]) {
      expect((await stranger.ask("POST", `/keys/${id}/limit-requests`, wanted)).status).toBe(404);
      expect((await stranger.ask("GET", `/keys/${id}/limit-requests`)).status).toBe(404);
    }
    for (const wrong of ["nothing", "%00"]) expect((await answer(admin, wrong, { state: "granted" })).status).toBe(404);
    expect(invalidFieldsOf(await admin.ask("GET", "/limit-requests?status=received"))).toEqual(["status"]);
    expect(invalidFieldsOf(await admin.ask("GET", "/limit-requests?state=open"))).toEqual(["state"]);
    await answer(admin, asked, { state: "declined" });
  });

  test("a key that no longer works can be granted nothing, and does not wait", async () => {
    const owner = await developer(service);
    const { id } = await owner.makeKey();
    const { id: asked } = await request(owner, id);
    await owner.ask("DELETE", `/keys/${id}`);

    expect(await waiting(admin)).toEqual([]);
    expect((await answer(admin, asked, { state: "granted" })).status).toBe(409);
    expect((await answer(admin, asked, { state: "declined" })).status).toBe(200);
    expect((await owner.ask("POST", `/keys/${id}/limit-requests`, wanted)).status).toBe(409);
  });

  test("a blocked account's request waits again when the account is unblocked", async () => {
    const owner = await developer(service);
    const { id: asked } = await request(owner, (await owner.makeKey()).id);
    await admin.ask("PUT", `/accounts/${owner.id}`, { blocked: true });

    expect(await waiting(admin)).toEqual([]);
    await admin.ask("PUT", `/accounts/${owner.id}`, { blocked: false });
    expect(await waiting(admin)).toMatchObject([{ id: asked }]);
    await answer(admin, asked, { state: "declined" });
  });

  test("a request moves to the key that replaces its own, and the shared count gets the limit", async () => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    const { id: asked } = await request(owner, id);
    expect(await statuses(key, 2)).toEqual([200, 200]);
    const next = issuedKey.parse((await owner.ask("POST", `/keys/${id}/rotate`, { grace_hours: 1 })).body);

    expect(await ownRequests(owner, id)).toEqual([]);
    expect(await ownRequests(owner, next.id)).toMatchObject([{ id: asked, state: "received" }]);
    await answer(admin, asked, { state: "granted" });

    expect([...(await statuses(key, 2)), ...(await statuses(next.key, 2))]).toEqual([200, 200, 200, 429]);
  });
});
