import { expect, test } from "vitest";
import type { KeyRecord } from "@/lib/keys/schema";
import { withoutSharedCounts } from "./usage-share";

const now = Date.parse("2031-05-05T12:00:00Z");
const graceEnd = "2031-05-08T12:00:00.000Z";

function key(id: string, change: Partial<KeyRecord> = {}): KeyRecord {
  const times = { created_at: "2031-05-01T09:00:00.000Z", last_used_at: null, expires_at: null, revoked_at: null };
  return { id, name: "My app", prefix: "tl_live_4Tq9", daily_limit: 10_000, used_today: 9, ...times, ...change };
}

test("a key in its grace and its successor of today count once, even in a chain", () => {
  const chain = [
    key("first", { revoked_at: graceEnd }),
    key("second", { created_at: "2031-05-05T08:00:00.000Z", revoked_at: graceEnd }),
    key("third", { created_at: "2031-05-05T09:00:00.000Z" }),
  ];
  expect(withoutSharedCounts(chain, now).map(({ id }) => id)).toEqual(["third"]);
});

test("keys that don't share a count are all counted", () => {
  const old = key("old", { revoked_at: graceEnd });
  const today = "2031-05-05T08:00:00.000Z";
  for (const other of [
    key("created yesterday", { created_at: "2031-05-04T23:59:59.999Z" }),
    key("with another name", { created_at: today, name: "Another" }),
    key("with another limit", { created_at: today, daily_limit: 5 }),
    key("with another count", { created_at: today, used_today: 8 }),
  ])
    expect(withoutSharedCounts([old, other], now)).toEqual([old, other]);
  const working = key("working");
  expect(withoutSharedCounts([working, key("new", { created_at: today })], now)).toHaveLength(2);
});
