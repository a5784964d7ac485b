import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ownAccount } from "../../schema.browser.ts";
import { linkIdentity } from "../../identity-queries.ts";
import { issuedKey } from "../schema.browser.ts";
import { databaseKinds, fastestDatabase } from "../../../../test/databases.ts";
import { startInstances, sharedStores } from "../../../../test/stores.ts";
import { oneOfEach } from "../../../../test/fixture.ts";
import { developer, sendJson, withKey, type Developer } from "../../../../test/developer.ts";
import { startMailServer } from "../../../../test/mail-server.ts";
import { highLimits, startService, useService, type TestService } from "../../../../test/service.ts";
import { until } from "../../../../test/until.ts";
import { createKey } from "../key-queries.ts";
import { tellDueNotices, startNoticeWatch } from "./notice-watch.ts";
import { tellOwners } from "./notice-queries.ts";
import { noticeRecord } from "./schema.browser.ts";

const limits = { ...highLimits, KEY_DAILY_LIMIT: "5" };
const day = 86_400_000;

const noticesOf = async (owner: Developer) =>
  noticeRecord.array().parse((await owner.ask("GET", "/account/notices")).body);
const kindsOf = async (owner: Developer) => (await noticesOf(owner)).map(({ kind }) => kind);
const rowsOf = ({ infrastructure: { database } }: TestService, owner: Developer) =>
  database.prisma.notice.findMany({ where: { account_id: owner.id }, orderBy: { id: "asc" } });
const isLimitReached = (kinds: string[]) => kinds[0] === "limit-reached";
async function spend(service: TestService, key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await service.get("/api/shows/hamilton", withKey(key));
}

describe.each(databaseKinds)("notices (%s)", (databaseKind) => {
  /** On the database's day, and ahead of its clock. */
  const evening = Math.floor(Date.now() / day) * day + 23.5 * 3_600_000;
  let [time, tick] = [evening, 1];
  const service = useService(databaseKind, { settings: limits, now: () => (time += tick) });
  beforeEach(() => {
    [time, tick] = [evening, 1];
  });

  const look = () => tellDueNotices(service.infrastructure, null);

  test("an owner is told at 80% and at 100% of a key's day, each once", async () => {
    const owner = await developer(service);
    const { id, key, prefix } = await owner.makeKey("Screens");
    await spend(service, key, 3);
    expect(await noticesOf(owner)).toEqual([]);

    await spend(service, key, 1);
    await look();
    const [near, ...none] = await noticesOf(owner);
    expect(none).toEqual([]);
    expect(near).toMatchObject({ kind: "limit-near", key_id: id });
    expect(near?.text).toContain(`Your key “Screens” (${prefix}…) has used 4 of its 5 requests for `);

    await spend(service, key, 3);
    await look();
    await look();
    expect(await noticesOf(owner)).toMatchObject([{ kind: "limit-reached", key_id: id }]);
    expect((await rowsOf(service, owner)).map(({ kind }) => kind)).toEqual(["limit-near", "limit-reached"]);
  });

  test("a notice that is found while the service is not used is mailed at once, and not with the next request", async () => {
    const mail = await startMailServer();
    const idle = await startService(databaseKind, { settings: mail.settings });
    onTestFinished(async () => {
      await idle.close();
      await mail.close();
    });
    const { database, notices } = idle.infrastructure;
    await notices.look();
    const order = { email: `${crypto.randomUUID()}@example.com`, name: "Screens", dailyLimit: null };
    const { id } = await createKey(database.prisma, { ...order, expiresAt: new Date(Date.now() + 3 * day) });
    await database.prisma.apiKey.update({ where: { id }, data: { created_at: new Date(Date.now() - 30 * day) } });

    expect(await notices.look()).toBe(true);

    await until("the owner has the letter", () => mail.letters.some(({ recipients }) => recipients[0] === order.email));
  });

  test("a notice of a key's limit goes when the key is revoked, and that of another key stays", async () => {
    const owner = await developer(service);
    const [revoked, other] = [await owner.makeKey("Old"), await owner.makeKey("New")];
    for (const { key } of [revoked, other]) await spend(service, key, 5);
    await look();
    expect(await kindsOf(owner)).toEqual(["limit-reached", "limit-reached"]);

    await owner.ask("DELETE", `/keys/${revoked.id}`);

    expect(await noticesOf(owner)).toMatchObject([{ kind: "limit-reached", key_id: other.id }]);
  });

  test("a dismissed notice is not shown again, and another account can't dismiss it", async () => {
    const [owner, other] = [await developer(service), await developer(service)];
    const { key } = await owner.makeKey();
    await spend(service, key, 5);
    const [notice] = await noticesOf(owner);
    const dismiss = (who: Developer, id = notice?.id) => who.ask("DELETE", `/account/notices/${id}`);

    for (const id of ["0", "nothing", "%00", "9".repeat(30)]) expect((await dismiss(owner, id)).status).toBe(404);
    expect((await dismiss(other)).status).toBe(404);
    expect(await kindsOf(owner)).toEqual(["limit-reached"]);
    const [first, second] = [await dismiss(owner), await dismiss(owner)];
    expect([first.status, first.body, second.text]).toEqual([200, notice, first.text]);

    await spend(service, key, 2);
    await look();
    expect(await noticesOf(owner)).toEqual([]);
  });

  test.each([
    ["have one notice, about the new key", 2, [1, 1], "limit-near"],
    ["near their limit pass the notice on to the new key", 4, [0, 1], "limit-reached"],
  ] as const)("keys that share a count and %s", async (_what, before, [byOld, byNew], kind) => {
    const owner = await developer(service);
    const { id, key } = await owner.makeKey();
    await spend(service, key, before);
    const rotated = issuedKey.parse((await owner.ask("POST", `/keys/${id}/rotate`, { grace_hours: 1 })).body);
    await spend(service, key, byOld);
    await spend(service, rotated.key, byNew);

    expect(await noticesOf(owner)).toMatchObject([{ kind, key_id: rotated.id }]);
  });

  test("a notice that can't be stored holds up no other", async () => {
    const owner = await developer(service);
    const notice = { key_id: null, kind: "password-changed", text: "Changed.", at: new Date() } as const;
    const told = tellOwners(service.infrastructure.database.prisma, service.infrastructure.settings, [
      { ...notice, account_id: "unknown", occasion: "unknown" },
      { ...notice, account_id: owner.id, occasion: owner.id },
    ]);

    await expect(told).rejects.toThrow("Not every owner was told");
    expect(await kindsOf(owner)).toEqual(["password-changed"]);
  });

  test("a found key is among the notices and among the account's found keys, and is dismissed in both", async () => {
    const owner = await developer(service);
    const [one, two] = [await owner.makeKey("one"), await owner.makeKey("two")];
    for (const { key } of [one, two]) await sendJson(service, "POST", "/keys/found", { key });
    const foundOf = async () =>
      ownAccount.parse((await owner.ask("GET", "/account")).body).found_keys.map(({ name }) => name);
    const notices = await noticesOf(owner);
    expect(notices.map(({ kind, key_id }) => [kind, key_id])).toEqual([
      ["key-found", two.id],
      ["key-found", one.id],
    ]);
    expect(notices[1]?.text).toContain("Your key “one”");

    await owner.ask("DELETE", `/account/notices/${notices[1]?.id}`);
    expect(await foundOf()).toEqual(["two"]);
    await owner.ask("DELETE", `/account/found-keys/${two.id}`);
    expect([await foundOf(), await noticesOf(owner)]).toEqual([[], []]);
  });

  test("a new password is told, and so is the answer to a limit request", async () => {
    const [owner, admin] = [await developer(service), await developer(service, "admin")];
    const { id } = await owner.makeKey("Screens");
    await owner.ask("PUT", "/account", { password: "another horse battery" });
    expect(await kindsOf(owner)).toEqual(["password-changed"]);

    for (const state of ["declined", "granted"]) {
      const asked = await owner.ask("POST", `/keys/${id}/limit-requests`, { daily_limit: 7_000, reason: "More." });
      await admin.ask("PUT", `/limit-requests/${(asked.body as { id: string }).id}`, { state });
    }
    const notices = (await noticesOf(owner)).filter(({ kind }) => kind !== "password-changed");
    expect(notices.map(({ kind }) => kind)).toEqual(["limit-granted", "limit-declined"]);
    expect(notices[0]?.text).toContain("now has 7,000 requests a day");
    expect(notices[1]?.text).toContain("Your request for 7,000 requests a day was declined");
  });

  test("a person who takes over an account does not see the notices of the one before", async () => {
    const squatter = await developer(service);
    const { key } = await squatter.makeKey();
    await spend(service, key, 5);
    await look();
    const { id: subject, email } = squatter;
    const person = { provider: "google", subject, email, name: null, isVerified: true };
    await linkIdentity(service.infrastructure.database.prisma, person);

    expect(await rowsOf(service, squatter)).toEqual([]);
  });

  test("notices of a past day's limit are deleted after 30 days, others stay", async () => {
    const owner = await developer(service);
    const { key } = await owner.makeKey();
    await spend(service, key, 5);
    await look();
    await owner.ask("PUT", "/account", { password: "another horse battery" });
    const { database, housekeeping } = service.infrastructure;
    await database.query("UPDATE notices SET at = at - interval '31 days' WHERE account_id = $1", [owner.id]);

    await housekeeping.deleteOldRows();
    expect((await rowsOf(service, owner)).map(({ kind }) => kind)).toEqual(["password-changed"]);
  });

  test("an owner is told once, 7 days before a key expires, unless it was made with less time left", async () => {
    const owner = await developer(service);
    tick = 0;
    const start = time;
    const at = (days: number) => new Date(start + days * day);
    const expiring = (name: string, days: number) => owner.makeKey(name, { expires_at: at(days).toISOString() });
    const long = await expiring("long", 30);
    const end = at(30).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
    await expiring("short", 6);
    await owner.makeKey("endless");
    const rotated = await expiring("rotated", 30);
    const next = issuedKey.parse((await owner.ask("POST", `/keys/${rotated.id}/rotate`, { grace_hours: 168 })).body);
    // Sessions last 8 hours, so these notices are read from the table.
    const told = async (later: number) => {
      time += later;
      await look();
      return (await rowsOf(service, owner)).map(({ kind, key_id }) => [kind, key_id]).toSorted();
    };

    expect([await told(0), await told(23 * day - 1)]).toEqual([[], []]);
    const expected = [long.id, next.id].map((id) => ["key-expires", id]).toSorted();
    expect([await told(1), await told(0)]).toEqual([expected, expected]);
    expect((await rowsOf(service, owner))[0]?.text).toContain(`expires on ${end}`);
  });
});

test("an instance looks when it starts, and once a minute from then on", async () => {
  const service = await startService(fastestDatabase, { settings: limits });
  const newBusyOwner = async () => {
    const owner = await developer(service);
    await spend(service, (await owner.makeKey()).key, 5);
    await service.infrastructure.flushUsage();
    return owner;
  };
  const told = async (owner: Developer) => (await rowsOf(service, owner)).map(({ kind }) => kind);
  try {
    const first = await newBusyOwner();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    let uses = 0;
    const watch = startNoticeWatch(
      service.infrastructure,
      { uses: () => (uses += 1), idleMilliseconds: 0 },
      async () => undefined,
    );
    await until("the first owner is told", () => told(first), isLimitReached);

    const second = await newBusyOwner();
    vi.advanceTimersByTime(59_999);
    await watch.lookWhenDue();
    expect(await told(second)).toEqual([]);
    vi.advanceTimersByTime(1);
    await until("the second owner is told", () => told(second), isLimitReached);
    await watch.close();

    const third = await newBusyOwner();
    vi.advanceTimersByTime(60_000);
    await watch.lookWhenDue();
    expect(await told(third)).toEqual(["limit-reached"]);
  } finally {
    vi.useRealTimers();
    await service.close();
  }
});

oneOfEach(sharedStores)(
  "two instances that count in %s and look at once tell an owner once, by one letter if the address is verified",
  async (store) => {
    const mail = await startMailServer();
    onTestFinished(mail.close);
    const settings = { ...limits, ...mail.settings, NEXTAUTH_URL: "https://l.example.com" };
    const services = await startInstances(store, { settings });
    const [one, other] = services;
    const [owner, unverified] = [await developer(one), await developer(one)];
    const { database } = one.infrastructure;
    await database.prisma.account.update({ where: { id: owner.id }, data: { verified: true } });
    for (const who of [owner, unverified]) await spend(other, (await who.makeKey("Screens")).key, 5);
    const found = await owner.makeKey("Left");
    await sendJson(one, "POST", "/keys/found", { key: found.key });
    await Promise.all(services.map(({ infrastructure }) => infrastructure.flushUsage()));

    await Promise.all([...services, ...services].map(({ infrastructure }) => tellDueNotices(infrastructure, null)));

    for (const { infrastructure } of services) await infrastructure.letters?.sendDue();
    const letters = mail.letters.toSorted((a, b) => a.subject.localeCompare(b.subject));
    expect(letters.map(({ recipients, subject }) => [recipients, subject])).toEqual([
      [[owner.email], "Theatre Listings: A key was found and revoked"],
      [[owner.email], "Theatre Listings: Daily limit reached"],
    ]);
    expect(letters[1]?.text).toMatch(
      /^Your key “Screens” .* has used all 5 requests .*\n\nYour keys: https:\/\/l\.example\.com\/developers\n$/,
    );
    expect((await rowsOf(other, owner)).map(({ kind }) => kind).sort()).toEqual(["key-found", "limit-reached"]);
    expect((await rowsOf(other, unverified)).map(({ kind }) => kind)).toEqual(["limit-reached"]);
  },
);
