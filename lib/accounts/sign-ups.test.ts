import { describe, expect, test } from "vitest";
import { hashPassword } from "./sign-in/password.ts";
import { dayName, endOfDaySeconds, utcDay } from "../core/clock.ts";
import { databaseKinds } from "../../test/databases.ts";
import { useInstances } from "../../test/instances.ts";
import { behindProxy, freshAddress } from "../../test/quota-helpers.ts";

describe.each(databaseKinds)("the accounts created from one address in a day (%s)", (databaseKind) => {
  const now = Date.parse("2031-05-05T23:00:00Z");
  const [service, other] = useInstances(databaseKind, () => ({ settings: behindProxy, now: () => now }));

  async function signUp(address: string, instance = service, email = `${Math.random()}@example.com`) {
    const response = await instance.get("/api/accounts", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ email, password: "correct horse battery" }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as object };
  }
  /** A cheap hash, because hashing so many passwords would take a minute. */
  const haveOpened = (address: string, accounts: number) =>
    service.infrastructure.database.query(
      "INSERT INTO daily_usage (subject, day, daily_limit, allowed, refused, granted) VALUES ($1, $2::date, 50, $3, 0, 1)",
      [`ip:${address} accounts`, dayName(utcDay(now)), accounts],
    );

  test("are at most half its request limit; the next gets 429 until midnight UTC", async () => {
    const address = freshAddress();
    expect((await signUp(address)).status).toBe(201);
    const used = await service.infrastructure.database.query("SELECT allowed FROM daily_usage WHERE subject = $1", [
      `ip:${address} accounts`,
    ]);
    expect(used).toEqual([{ allowed: 1 }]);

    const full = freshAddress();
    await haveOpened(full, 48);
    const answers = await Promise.all([service, other, service, other].map((instance) => signUp(full, instance)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("3600");
    expect(refused?.body).toEqual({
      error: "Rate limit exceeded",
      message: expect.stringContaining("This address has reached its limit of 50 new accounts a day"),
      limit: 50,
      reset: endOfDaySeconds(utcDay(now)),
    });
    expect((await signUp(freshAddress())).status).toBe(201);
  });

  test("do not include refused ones", async () => {
    const address = freshAddress();
    const email = `taken${Math.random()}@example.com`;
    await haveOpened(address, 48);

    expect((await signUp(address, service, email)).status).toBe(201);
    expect((await signUp(address, other, email)).status).toBe(409);
    expect((await signUp(address)).status).toBe(201);
    expect((await signUp(address, service, email)).status).toBe(429);
  });

  test("that are refused cost no hash: the answer does not wait for hashes of the same address", async () => {
    const [address, email] = [freshAddress(), `taken${Math.random()}@example.com`];
    expect((await signUp(address, service, email)).status).toBe(201);
    const full = freshAddress();
    await haveOpened(full, 50);
    const answers: string[] = [];
    const hash = async (from: string) => {
      await hashPassword("correct horse battery", from);
      answers.push("hash");
    };
    // Of one network one hash runs at a time, so that another one would be the last.
    const hashes = [address, full].flatMap((from) => Array.from({ length: 8 }, () => hash(from)));
    const refused = [signUp(address, service, email), signUp(full)].map(async (answer) => {
      const { status } = await answer;
      answers.push(String(status));
    });
    await Promise.all([...hashes, ...refused]);

    expect(answers.at(-1)).toBe("hash");
    expect(answers.filter((one) => one !== "hash").sort()).toEqual(["409", "429"]);
  });
});
