import { describe, expect, test } from "vitest";
import { linkExternalAccount } from "../../accounts/next-auth/link-external-account.ts";
import { developer, withKey, type Developer } from "../../../test/developer.ts";
import { useInstances } from "../../../test/instances.ts";
import { sharedStores } from "../../../test/stores.ts";

/** `RACES=5000` runs more races. */
const rounds = Number(process.env["RACES"] ?? 25);

describe.each(sharedStores)("two instances, counting in %s", (store) => {
  const settings = { ACCOUNT_DAILY_LIMIT: "1000000", PUBLIC_DAILY_LIMIT: "1000000" };
  const [one, other] = useInstances(store, () => ({ settings }));

  test("the keys of an account that its owner takes over are refused by the other instance on the next request", async () => {
    const squatter = await developer(one);
    const { key } = await squatter.makeKey();
    const ask = async () => (await other.get("/api/shows", withKey(key))).status;
    expect(await ask()).toBe(200);

    const { id: subject, email } = squatter;
    await linkExternalAccount(one.infrastructure.database, {
      provider: "google",
      subject,
      email,
      name: null,
      isVerified: true,
    });

    expect(await ask()).toBe(401);
  });

  test(
    `a key that one revokes is refused by the other on the very next request, ${rounds} times`,
    async () => {
      const seen = new Map<string, number>();
      let owner: Developer | undefined;
      for (let round = 0; round < rounds; round += 1) {
        // An account makes twenty keys a day.
        if (!owner || round % 20 === 0) owner = await developer(one);
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
