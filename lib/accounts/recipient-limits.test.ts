import { beforeEach, describe, expect, test } from "vitest";
import { endOfDaySeconds, utcDay } from "../core/clock.ts";
import { queuePasswordChanged } from "../mail/password-queries.ts";
import { databaseKinds } from "../../test/databases.ts";
import { useInstances } from "../../test/instances.ts";
import { developer, sendJson, type Developer } from "../../test/developer.ts";
import { useMailServer } from "../../test/mail-server.ts";
import { behindProxy, freshAddress } from "../../test/quota-helpers.ts";

const hour = 3_600_000;
/** An hour of a later day, so that no link or letter has expired by the clock of the database. */
const noon = (Math.floor(Date.now() / (24 * hour)) + 2) * 24 * hour + 12 * hour;

describe.each(databaseKinds)("of the letters that a stranger can cause, a recipient (%s)", (databaseKind) => {
  let now = noon;

  const mail = useMailServer();
  const [service, other] = useInstances(databaseKind, () => ({
    settings: { ...mail.settings, ...behindProxy, PUBLIC_DAILY_LIMIT: "1000000" },
    now: () => now,
  }));
  beforeEach(() => {
    now = noon;
  });

  const newEmail = () => `${crypto.randomUUID()}@example.com`;
  const post = (path: string, body: unknown, instance = service) =>
    sendJson(instance, "POST", path, body, { "x-forwarded-for": freshAddress() });
  const askForReset = (email: string, instance = service) => post("/account/reset", { email }, instance);
  const askForLetter = (owner: Developer) => owner.ask("POST", "/account/verify/letter");
  /** Has both instances answer the requests, and sends everything. @returns the subjects of what has arrived so far. */
  async function arrived(email: string): Promise<string[]> {
    await Promise.all([service, other].map(async ({ infrastructure }) => infrastructure.letters?.sendDue()));
    return mail.letters.filter(({ recipients }) => recipients.includes(email)).map(({ subject }) => subject);
  }
  /** An account with this address, as a sign-up opens it. */
  async function accountOf(email: string): Promise<Developer> {
    const owner = await developer(service);
    await service.infrastructure.database.prisma.account.update({ where: { id: owner.id }, data: { email } });
    return { ...owner, email };
  }

  test("gets two in an hour and five in a day, however often a stranger opens and deletes accounts", async () => {
    const email = newEmail();
    const signUp = { email, password: "a horse with a battery" };
    async function attack(): Promise<void> {
      expect((await post("/accounts", signUp)).status).toBe(201);
      const { id } = await service.infrastructure.database.prisma.account.findUniqueOrThrow({ where: { email } });
      expect((await askForReset(email)).status).toBe(202);
      await arrived(email);
      // Without a sign-in, which would hash a password once more.
      await service.infrastructure.database.prisma.account.update({ where: { id }, data: { email: newEmail() } });
      const own = await accountOf(email);
      for (let time = 0; time < 5; time += 1) await askForLetter(own);
      expect((await own.ask("DELETE", "/account", { email })).status).toBe(200);
    }

    await attack();
    await attack();
    expect((await arrived(email)).toSorted()).toEqual([
      "Confirm your address for Theatre Listings",
      "Set a new password for Theatre Listings",
    ]);

    for (const hours of [1, 2, 3]) {
      now = noon + hours * hour;
      await attack();
    }
    expect(await arrived(email)).toHaveLength(5);

    now = noon + 13 * hour;
    await attack();
    expect(await arrived(email)).toHaveLength(7);
  });

  test("gets them exactly, when two instances are asked at once", async () => {
    const email = newEmail();
    const owner = await accountOf(email);
    const askOther = () => sendJson(other, "POST", "/account/verify/letter", undefined, { cookie: owner.cookie });

    const answers = await Promise.all(Array.from({ length: 5 }, () => [askForLetter(owner), askOther()]).flat());

    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, ...Array<number>(8).fill(429)]);
    await Promise.all([askForReset(email), askForReset(email, other)]);
    expect(await arrived(email)).toHaveLength(2);
  });

  test("who asks for more is told when the next one may be sent", async () => {
    const owner = await accountOf(newEmail());
    const refused = async () => {
      for (;;) {
        const { status, headers, body } = await askForLetter(owner);
        if (status !== 202) return { status, retryAfter: headers.get("retry-after"), body };
      }
    };

    now = noon + hour / 2;
    expect(await refused()).toMatchObject({
      status: 429,
      retryAfter: "1800",
      body: {
        limit: 2,
        reset: (noon + hour) / 1000,
        message: "An address gets at most 2 emails with a link an hour, and 5 a day. Try again after 13:00 UTC.",
      },
    });
    for (now = noon + hour; now < noon + 3 * hour; now += hour) await refused();
    expect(await refused()).toMatchObject({
      body: { limit: 5, reset: endOfDaySeconds(utcDay(noon)), message: expect.stringContaining("after 00:00 UTC") },
    });
  });

  test("gets those of an administrator, and of the service, all the same", async () => {
    const [administrator, owner] = [await developer(service, "admin"), await accountOf(newEmail())];
    for (let time = 0; time < 3; time += 1) await askForLetter(owner);

    for (let time = 0; time < 3; time += 1)
      expect((await administrator.ask("POST", `/accounts/${owner.id}/reset`)).status).toBe(201);

    expect(await arrived(owner.email)).toHaveLength(5);
  });

  test("is told of changed passwords five times a day, also when the account is deleted in between", async () => {
    const email = newEmail();
    for (let round = 0; round < 3; round += 1) {
      const owner = await accountOf(email);
      for (let time = 0; time < 3; time += 1)
        await service.infrastructure.database.prisma.$transaction((transaction) =>
          queuePasswordChanged(transaction, service.infrastructure, email),
        );
      await arrived(email);
      expect((await owner.ask("DELETE", "/account", { email })).status).toBe(200);
    }
    expect(await arrived(email)).toHaveLength(5);
  });

  test("has no address in the counts", async () => {
    const email = newEmail();
    await askForLetter(await accountOf(email));

    const rows = await service.infrastructure.database.query<{ subject: string }>(
      "SELECT subject FROM daily_usage WHERE subject LIKE 'mail:%'",
      [],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(email.slice(0, 8));
    // A name with a space is deleted as soon as its day is over (`deleteOldUsage`).
    expect(rows.every(({ subject }) => subject.includes(" "))).toBe(true);
  });
});
