import { beforeEach, describe, expect, test } from "vitest";
import { databaseKinds } from "../../test/databases.ts";
import { developer, sendJson } from "../../test/developer.ts";
import { behindProxy, quotaOf } from "../../test/quota-helpers.ts";
import { useService } from "../../test/service.ts";
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

  async function send(path: string, body: unknown, host = 1) {
    const answer = await sendJson(service, "POST", path, body, { "x-forwarded-for": `10.9.${networks}.${host}` });
    return { ...answer, quota: quotaOf(new Response(null, answer)) };
  }
  const readStatus = async () =>
    (await service.get("/api/shows/none", { headers: { "x-forwarded-for": `10.9.${networks}.1` } })).status;
  const useUp = async () => expect([await readStatus(), await readStatus()]).toEqual([404, 429]);

  test("a stranger signs up, and an invited person reads what the link is for and sets a password", async () => {
    const [admin, email] = [await developer(service, "admin"), `${crypto.randomUUID()}@example.com`];
    const invited = await admin.ask("POST", "/accounts/invitations", { email, role: "editor" });
    const token = new URL(passwordLink.parse(invited.body).link).hash.slice(1);
    await useUp();

    for (const [path, body, status] of [
      ["/accounts", { email: `${crypto.randomUUID()}@example.com`, password }, 201],
      ["/account/link", { token }, 200],
      ["/account/password", { token, password }, 200],
    ] as const)
      expect(await send(path, body)).toMatchObject({ status, quota: { remaining: 0 } });
    expect(await readStatus()).toBe(429);
  });

  test.each(entries)(
    "POST $path is answered with an empty bucket, takes nothing from a full one, and has a minute of its own for an address and its network, bad input included",
    async ({ path, body, status }) => {
      expect(await send(path, body)).toMatchObject({ status, quota: { remaining: 1 } });
      await useUp();
      expect(await send(path, body)).toMatchObject({ status, quota: { remaining: 0 } });

      now += 60_000;
      networks += 1;
      const refusedOf = async (host: number) => {
        const bodies = Array.from({ length: 61 }, (_, n) => (n % 2 === 0 ? body : "{"));
        const answers = await Promise.all(bodies.map((one) => send(path, one, host)));
        return answers.filter((answer) => answer.status === 429).length;
      };
      expect(await refusedOf(1)).toBe(1);
      const refused = await send(path, "{");
      expect(refused).toMatchObject({ status: 429, quota: { limit: 1, remaining: 1 }, body: { limit: 60 } });
      expect((refused.body as { message: string }).message).toMatch(
        /^At most 60 a minute .* Wait a minute, then try again\.$/,
      );
      expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
      const others = await Promise.all([2, 3, 4, 5].map(refusedOf));
      expect(others.reduce((sum, count) => sum + count)).toBe(4 * 61 - 180);
      const elsewhere = entries.find((entry) => entry.path !== path) ?? expect.fail("There is no other.");
      expect((await send(elsewhere.path, elsewhere.body)).status).toBe(elsewhere.status);

      now += 60_000;
      expect((await send(path, body)).status).toBe(status);
    },
  );

  test("an address tries to open accounts twice as often as it may, taken addresses included", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const statuses: number[] = [];
    for (let tries = 0; tries < 41; tries += 1) statuses.push((await send("/accounts", { email, password })).status);

    expect(statuses).toEqual([201, ...Array<number>(39).fill(409), 429]);
    const message = expect.stringMatching(/^This address has tried 40 times today/);
    expect((await send("/accounts", { email, password })).body).toMatchObject({ message });
  });
});

test("these, and no other operations, are how a person gets in", () => {
  const found = routes.flatMap(({ path, operations }) =>
    Object.entries(operations).flatMap(([method, { isEntry }]) => (isEntry ? [`${method} ${path}`] : [])),
  );
  expect(found.toSorted()).toEqual(entries.map(({ path }) => `POST ${path}`));
});
