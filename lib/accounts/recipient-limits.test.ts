import { beforeEach, describe, expect, test } from "vitest";
import { endOfDaySeconds, utcDay } from "../core/clock.ts";
import { settleNewPassword } from "./mail/account-letter-queries.ts";
import { databaseKinds } from "../../test/databases.ts";
import { developer, sendJson, type Developer } from "../../test/developer.ts";
import { useMailServer } from "../../test/mail-server.ts";
import { freshAddress } from "../../test/quota-helpers.ts";
import { highLimits, useService } from "../../test/service.ts";

const hour = 3_600_000;
/** An hour of a later day, so that no link or letter has expired by the clock of the database. */
const noon = (Math.floor(Date.now() / (24 * hour)) + 2) * 24 * hour + 12 * hour;

describe.each(databaseKinds)("of the letters that a stranger can cause, a recipient (%s)", (databaseKind) => {
  let now = noon;
  const mail = useMailServer();
  const service = useService(databaseKind, () => ({
    isOwn: true,
    settings: { ...mail.settings, ...highLimits },
    now: () => now,
  }));
  beforeEach(() => {
    now = noon;
  });

  const prisma = () => service.infrastructure.database.prisma;
  const newEmail = () => `${crypto.randomUUID()}@example.com`;
  const askForReset = (email: string) =>
    sendJson(service, "POST", "/account/reset", { email }, { "x-forwarded-for": freshAddress() });
  const askForLetter = (owner: Developer) => owner.ask("POST", "/account/verify/letter");
  /** Has the requests answered, and sends everything. @returns the subjects of what has arrived so far. */
  async function arrived(email: string): Promise<string[]> {
    await service.infrastructure.letters?.sendDue();
    return mail.letters.filter(({ recipients }) => recipients.includes(email)).map(({ subject }) => subject);
  }
  /** An account with this address, as a sign-up opens it. */
  async function accountOf(email: string): Promise<Developer> {
    const owner = await developer(service);
    await prisma().account.update({ where: { id: owner.id }, data: { email } });
    return { ...owner, email };
  }

  test("gets two in an hour and five in a day, however often a stranger opens and deletes accounts", async () => {
    const email = newEmail();
    async function attack(): Promise<number> {
      const owner = await accountOf(email);
      expect((await askForReset(email)).status).toBe(202);
      await arrived(email);
      for (let time = 0; time < 5; time += 1) await askForLetter(owner);
      await arrived(email);
      expect((await owner.ask("DELETE", "/account", { email })).status).toBe(200);
      return (await arrived(email)).length;
    }

    const counts = [];
    for (const hours of [0, 0, 1, 2, 3, 13]) {
      now = noon + hours * hour;
      counts.push(await attack());
    }
    expect(counts).toEqual([2, 2, 4, 5, 5, 7]);
  });

  test("gets them exactly, when they are asked for at once", async () => {
    const owner = await accountOf(newEmail());

    const answers = await Promise.all(Array.from({ length: 10 }, () => askForLetter(owner)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, ...Array<number>(8).fill(429)]);
    await Promise.all([askForReset(owner.email), askForReset(owner.email)]);
    expect(await arrived(owner.email)).toHaveLength(2);
    // The counts have no address, and a name with a space, which is deleted as soon as its day is over.
    const rows = await service.infrastructure.database.query<{ subject: string }>(
      "SELECT subject FROM daily_usage WHERE subject LIKE 'mail:%'",
      [],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(owner.email.slice(0, 8));
    expect(rows.every(({ subject }) => subject.includes(" "))).toBe(true);
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

  test("gets those of an administrator all the same", async () => {
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
        await prisma().$transaction((transaction) =>
          settleNewPassword(transaction, service.infrastructure, { id: owner.id, email }),
        );
      await arrived(email);
      expect((await owner.ask("DELETE", "/account", { email })).status).toBe(200);
    }
    expect(await arrived(email)).toHaveLength(5);
  });
});
