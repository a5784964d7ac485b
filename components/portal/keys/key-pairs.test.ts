import { expect, test } from "vitest";
import type { KeyRecord } from "@/lib/keys/schema.browser";
import { sharingToday, successorOf } from "./key-pairs";

const now = Date.parse("2031-05-05T12:00:00Z");
const [yesterday, today, later] = ["2031-05-04T23:59:59.123Z", "2031-05-05T08:00:00.456Z", "2031-05-05T09:30:00.789Z"];

function key(id: string, created_at: string, revoked_at: string | null = null): KeyRecord {
  const usage = { daily_limit: 10_000, used_today: 9, last_used_at: null, expires_at: null };
  return { id, name: "My app", prefix: `tl_live_${id}`, ...usage, created_at, revoked_at };
}

function hoursAfter(time: string, hours: number): string {
  return new Date(Date.parse(time) + hours * 3_600_000).toISOString();
}

test.each([0, 1, 24, 168])("a key that ends %i hours after another was created is replaced by it", (hours) => {
  const fresh = key("new1", today);
  const old = key("old1", yesterday, hoursAfter(today, hours));
  const another = key("more", later);

  expect(successorOf(old, [old, another, fresh])).toBe(fresh);
});

test("a key without an end, and one that was revoked by hand, is replaced by none", () => {
  const fresh = key("new1", today);

  expect(successorOf(key("old1", yesterday), [fresh])).toBeNull();
  expect(successorOf(key("old1", yesterday, later), [fresh])).toBeNull();
  expect(successorOf(key("old1", yesterday, hoursAfter(today, 169)), [fresh])).toBeNull();
});

test("keys of a chain of today's rotations share one count, and no others do", () => {
  const [third, second] = [key("thrd", later), key("scnd", today, hoursAfter(later, 1))];
  const first = key("frst", yesterday, hoursAfter(today, 24));
  const before = key("befr", "2031-05-01T00:00:00.000Z", hoursAfter(yesterday, 168));
  const keys = [key("else", "2031-05-05T08:17:00.000Z"), before, first, second, third];
  const ids = (one: KeyRecord) => sharingToday(one, keys, now).map(({ id }) => id);

  expect(ids(first).sort()).toEqual(["scnd", "thrd"]);
  expect(ids(third).sort()).toEqual(["frst", "scnd"]);
  expect([ids(before), ids(keys[0] ?? before)]).toEqual([[], []]);
});
