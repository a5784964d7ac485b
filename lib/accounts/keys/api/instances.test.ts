import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { linkExternalAccount } from "../../identity-queries.ts";
import { developer, sendJson, withKey, type Developer } from "../../../../test/developer.ts";
import { useInstances, sharedStores } from "../../../../test/stores.ts";
import { isFullRun } from "../../../../test/fixture.ts";
import type { IssuedKey } from "../schema.browser.ts";

/** `RACES=5000` runs more races. */
const rounds = Number(process.env["RACES"] ?? (isFullRun ? 25 : 4));

describe.each(sharedStores)("two instances, counting in %s", (store) => {
  const settings = { ACCOUNT_DAILY_LIMIT: "1000000", PUBLIC_DAILY_LIMIT: "1000000" };
  /** Ahead of the database's clock, on its day. */
  const evening = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 23.5 * 3_600_000;
  const [one, other] = useInstances(store, () => ({ settings, now: () => evening }));
  // Redis's package knows no other clock.
  if (store === "upstash") beforeEach(() => void vi.spyOn(Date, "now").mockReturnValue(evening));
  afterEach(() => void vi.restoreAllMocks());

  const ask = async ({ key }: IssuedKey) => (await other.get("/api/shows", withKey(key))).status;
  const run = (sql: string, parameters: unknown[]) => one.infrastructure.database.query(sql, parameters);

  const claims = { provider: "google", name: null, isVerified: true };
  test.each<[how: string, end: (owner: Developer, key: IssuedKey) => Promise<unknown>]>([
    ["that one rotates without a grace", (owner, { id }) => owner.ask("POST", `/keys/${id}/rotate`)],
    ["that one is told was found", (_, { key }) => sendJson(one, "POST", "/keys/found", { key })],
    ["of an account that is blocked", ({ id }) => run("UPDATE accounts SET blocked = true WHERE id = $1", [id])],
    [
      "of an account that its owner takes over",
      ({ id, email }) => linkExternalAccount(one.infrastructure.database, { ...claims, subject: id, email }),
    ],
  ])("a key %s is refused by the other on its next request", async (_how, end) => {
    const owner = await developer(one);
    const key = await owner.makeKey();
    expect(await ask(key)).toBe(200);

    await end(owner, key);

    expect(await ask(key)).toBe(401);
  });

  test("a limit that one grants holds for the next request to the other", async () => {
    const [owner, admin] = [await developer(one), await developer(one, "admin")];
    const key = await owner.makeKey();
    await run("UPDATE api_keys SET daily_limit = 3 WHERE id = $1", [key.id]);
    expect([await ask(key), await ask(key), await ask(key), await ask(key)]).toEqual([200, 200, 200, 429]);
    const wanted = { daily_limit: 5, reason: "More." };
    const { body } = await owner.ask("POST", `/keys/${key.id}/limit-requests`, wanted);

    await admin.ask("PUT", `/limit-requests/${(body as { id: string }).id}`, { state: "granted" });

    expect([await ask(key), await ask(key), await ask(key)]).toEqual([200, 200, 429]);
  });

  test("an account makes exactly twenty keys a day on both", async () => {
    const owner = await developer(one);
    for (let count = 0; count < 15; count += 1) await owner.ask("DELETE", `/keys/${(await owner.makeKey()).id}`);

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        sendJson(index % 2 ? one : other, "POST", "/keys", { name: "k" }, { cookie: owner.cookie }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(429)]);
  });

  test(
    `a key that one revokes is refused by the other on the very next request, ${rounds} times`,
    async () => {
      const seen = new Map<string, number>();
      let owner = await developer(one);
      for (let round = 0; round < rounds; round += 1) {
        // An account makes twenty keys a day.
        if (round % 20 === 19) owner = await developer(one);
        const { id, key } = await owner.makeKey();
        const before = await other.get("/api/shows", withKey(key));
        const busy = Array.from({ length: round % 4 }, () => other.get("/api/shows", withKey(key)));
        const { status } = await owner.ask("DELETE", `/keys/${id}`);
        // Counted and free requests learn of the change in different ways.
        const after = await other.get(round % 2 ? "/api/shows" : "/api/quota", withKey(key));
        const line = `${before.status} ${status} ${after.status}`;
        seen.set(line, (seen.get(line) ?? 0) + 1);
        await Promise.all([before, after, ...(await Promise.all(busy))].map((response) => response.arrayBuffer()));
      }

      expect([...seen]).toEqual([["200 200 401", rounds]]);
    },
    60_000 + rounds * 1_000,
  );
});
