import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Infrastructure } from "./infrastructure.ts";
import { log } from "./core/log.ts";
import { Poll } from "./core/poll.ts";
import { startMailServer } from "../test/mail-server.ts";
import { startService } from "../test/service.ts";
import { until } from "../test/until.ts";

const [second, hour] = [1_000, 3_600_000];

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("an idle instance", () => {
  /** Statements until now. Those that were queued before are done, because the embedded database has one connection. */
  async function statements({ database }: Infrastructure): Promise<number> {
    await database.query("SELECT 1", []);
    return database.journal?.otherUses ?? 0;
  }

  test("sends its database nothing for an hour but what health and metrics ask, and works again after a request", async () => {
    const mail = await startMailServer();
    const settings = { ...mail.settings, METRICS_TOKEN: "a-token-of-the-test" };
    const service = await startService("embedded", { settings });
    const { infrastructure } = service;
    await infrastructure.letters?.sendDue();
    await infrastructure.notices.look();
    await infrastructure.housekeeping.deleteOldRows();
    const beforeARound = await statements(infrastructure);
    await infrastructure.letters?.sendDue();
    const before = await statements(infrastructure);
    const round = before - beforeARound - 1;

    for (let minute = 0; minute < 59; minute += 1) {
      vi.advanceTimersByTime(60 * second);
      await service.get("/api/health");
      await service.get("/api/metrics", { headers: { Authorization: `Bearer ${settings.METRICS_TOKEN}` } });
    }
    const afterAnHour = await statements(infrastructure);
    vi.advanceTimersByTime(60 * second);
    const afterThePoll = await statements(infrastructure);
    await service.get("/api/shows");
    const afterARequest = await statements(infrastructure);
    vi.advanceTimersByTime(3 * second);
    await infrastructure.letters?.sendDue();
    const whileUsed = await statements(infrastructure);

    // Each question is itself a statement.
    expect(afterAnHour - before).toBe(1);
    expect(afterThePoll - afterAnHour).toBeGreaterThan(1);
    // One round was asked for here, the other is the instance's own.
    expect(round).toBeGreaterThan(0);
    expect(whileUsed - afterARequest).toBe(2 * round + 1);
    await service.close();
    await mail.close();
  });

  test("tries a letter again when it is due, and not at the next hour", async () => {
    const mail = await startMailServer();
    const service = await startService("embedded", { settings: mail.settings });
    const { database, letters } = service.infrastructure;
    await database.prisma.letter.create({
      data: { to: "ada@example.com", subject: "A subject", text: "The text.", expires_at: new Date(Date.now() + hour) },
    });
    mail.behaviour = { recipient: "accept", data: 451 };
    const said = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    await letters?.sendDue();
    mail.behaviour = { recipient: "accept", data: "accept" };
    await database.query("UPDATE letters SET next_try = now()", []);

    expect(said).toHaveBeenCalledOnce();

    vi.advanceTimersByTime(33 * second);
    await until("it arrives", () => mail.letters.length === 1);

    await service.close();
    await mail.close();
  });
});

test("a poll works while there are uses, rarely without, and when something is due", async () => {
  let [uses, works] = [0, 0];
  const poll = new Poll(second, { uses: () => uses, idleMilliseconds: 100 * second }, async () => (works += 1));
  const worksAfter = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) await vi.advanceTimersByTimeAsync(second);
    return works;
  };

  expect(await worksAfter(99)).toBe(0);
  expect(await worksAfter(1)).toBe(1);
  uses += 1;
  expect(await worksAfter(1)).toBe(2);
  expect(await worksAfter(50)).toBe(2);
  poll.workWithin(5 * second);
  expect(await worksAfter(5)).toBe(3);
  poll.close();
  expect(await worksAfter(200)).toBe(3);
});
