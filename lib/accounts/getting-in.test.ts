import { beforeEach, describe, expect, test } from "vitest";
import { databaseKinds } from "../../test/databases.ts";
import { behindProxy, quotaOf } from "../../test/quota-helpers.ts";
import { useService } from "../../test/service.ts";
import { signedInAccount } from "../../test/signed-in.ts";
import { routes } from "../routes.ts";
import { passwordLink } from "./schema.browser.ts";

const password = "a horse with a battery";
const badToken = { token: "x".repeat(43), password };
/** Each with a body that changes nothing, and the answer to it. */
const entries = [
  { path: "/account/link", body: badToken, status: 400 },
  { path: "/account/passkey-options", body: undefined, status: 200 },
  { path: "/account/password", body: badToken, status: 400 },
  { path: "/account/reset", body: { email: "stranger@example.com" }, status: 202 },
  { path: "/account/verify", body: { token: badToken.token }, status: 400 },
  { path: "/accounts", body: { email: "stranger@example.com", password: "passwordpassword" }, status: 400 },
];

describe.each(databaseKinds)("getting in when the day is used up (%s)", (databaseKind) => {
  let now = Date.parse("2031-05-05T12:00:00Z");
  let networks = 0;
  const settings = { ...behindProxy, PUBLIC_DAILY_LIMIT: "1", ACCOUNT_DAILY_LIMIT: "1000000" };
  const service = useService(databaseKind, { settings, now: () => now });
  beforeEach(() => {
    now += 60_000;
    networks += 1;
  });

  async function send(path: string, body: unknown, host = 1, cookie?: string) {
    const response = await service.get(`/api${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": `10.9.${networks}.${host}`,
        ...(cookie ? { cookie } : {}),
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      quota: quotaOf(response),
      body: await response.json(),
    };
  }
  const statusOfRead = async () =>
    (await service.get("/api/shows/none", { headers: { "x-forwarded-for": `10.9.${networks}.1` } })).status;
  const useUp = async () => expect([await statusOfRead(), await statusOfRead()]).toEqual([404, 429]);

  test("a stranger signs up, and an invited person reads what the link is for and sets a password", async () => {
    const admin = await signedInAccount(service, "admin");
    const email = `${crypto.randomUUID()}@example.com`;
    const invited = await send("/accounts/invitations", { email, role: "editor" }, 1, admin.cookie);
    const token = new URL(passwordLink.parse(invited.body).link).hash.slice(1);
    await useUp();

    const answers = [
      await send("/accounts", { email: `${crypto.randomUUID()}@example.com`, password }),
      await send("/account/link", { token }),
      await send("/account/password", { token, password }),
    ];

    expect(answers.map(({ status, quota }) => [status, quota.remaining])).toEqual([
      [201, 0],
      [200, 0],
      [200, 0],
    ]);
    expect(await statusOfRead()).toBe(429);
  });

  test.each(entries)(
    "POST $path is answered with an empty bucket, and takes nothing from a full one",
    async (entry) => {
      expect(await send(entry.path, entry.body)).toMatchObject({ status: entry.status, quota: { remaining: 1 } });
      await useUp();

      expect(await send(entry.path, entry.body)).toMatchObject({ status: entry.status, quota: { remaining: 0 } });
    },
  );

  test.each(entries)(
    "POST $path has a minute of its own for an address and its network, bad input included",
    async (entry) => {
      const statusesOf = async (host: number) => {
        const bodies = Array.from({ length: 61 }, (_, n) => (n % 2 === 0 ? entry.body : "{"));
        return (await Promise.all(bodies.map((body) => send(entry.path, body, host)))).map(({ status }) => status);
      };
      const isRefused = (status: number) => status === 429;

      expect((await statusesOf(1)).filter(isRefused)).toHaveLength(1);
      const refused = await send(entry.path, "{");
      expect(refused).toMatchObject({ status: 429, quota: { limit: 1, remaining: 1 }, body: { limit: 60 } });
      expect(refused.body.message).toMatch(/^At most 60 a minute .* Wait a minute, then try again\.$/);
      expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
      const others = await Promise.all([2, 3, 4, 5].map(statusesOf));
      expect(others.flat().filter((status) => !isRefused(status))).toHaveLength(180);
      const elsewhere = entries.find(({ path }) => path !== entry.path);
      expect((await send(elsewhere?.path ?? "", elsewhere?.body)).status).toBe(elsewhere?.status);

      now += 60_000;
      expect((await send(entry.path, entry.body)).status).toBe(entry.status);
    },
  );

  test("an address tries to open accounts twice as often as it may, taken addresses included", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const statuses: number[] = [];
    for (let tries = 0; tries < 41; tries += 1) statuses.push((await send("/accounts", { email, password })).status);

    expect(statuses).toEqual([201, ...Array<number>(39).fill(409), 429]);
    expect((await send("/accounts", { email, password })).body.message).toMatch(
      /^This address has tried 40 times today/,
    );
  });
});

test("these, and no other operations, are how a person gets in", () => {
  const found = routes.flatMap(({ path, operations }) =>
    Object.entries(operations).flatMap(([method, { isEntry }]) => (isEntry ? [`${method} ${path}`] : [])),
  );

  expect(found.toSorted()).toEqual(entries.map(({ path }) => `POST ${path}`));
});
