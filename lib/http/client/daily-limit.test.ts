import { afterEach, expect, test, vi } from "vitest";
import { RequestError, type ApiResponse } from "./client.browser.ts";
import { isDayUsedUp, timeUntil } from "./daily-limit.browser.ts";

const reset = Date.parse("2031-05-06T00:00:00Z") / 1000;
const quota = { limit: 25, remaining: 0, reset };
const ownDay = { message: "The limit of 25 requests per day of this account was exceeded.", limit: 25, reset };
const publicDay = { ...ownDay, message: "The public limit of 25 requests per day was exceeded." };
afterEach(() => void vi.unstubAllGlobals());

function refusal(body: object, left = quota): ApiResponse {
  return {
    status: 429,
    body: { error: "Rate limit exceeded", message: "The API's words.", ...body },
    quota: left,
    sizeBytes: 0,
    etag: null,
    requestId: "r-1",
    link: null,
    totalCount: null,
    activityId: null,
    milliseconds: 1,
  };
}

test("a used-up day says when limits reset, in place of the API's words", () => {
  const used = refusal(publicDay);

  expect(isDayUsedUp(used)).toBe(true);
  expect(new RequestError(used).message).toMatch(
    /^You’ve used today’s requests\. Limits reset at midnight UTC, in \d+ (min|h)\.$/,
  );
});

test("other refusals with 429 keep their words, because waiting for midnight is not their remedy", () => {
  const others = [
    refusal({ limit: 60, reset: reset - 3_000 }),
    refusal({ limit: 20, reset }, { limit: 10_000, remaining: 9_000, reset }),
    // A day's allowance of new accounts, with the figures of a used-up day.
    refusal({ limit: 25, reset }),
  ];

  for (const other of others) {
    expect(isDayUsedUp(other)).toBe(false);
    expect(new RequestError(other).message).toBe("The API's words.");
  }
});

test.each([
  { path: "/dashboard/shows/hamilton", said: publicDay, isOver: true },
  { path: "/developers", said: publicDay, isOver: true },
  { path: "/docs", said: publicDay, isOver: false },
  { path: "/dashboard", said: ownDay, isOver: false },
])("on $path a used-up day of an address means that the session has ended: $isOver", ({ path, said, isOver }) => {
  vi.stubGlobal("location", { pathname: path });
  const error = new RequestError(refusal(said));

  expect([error.isSessionOver, error.message === "Your session has ended."]).toEqual([isOver, isOver]);
});

test.each([
  ["2031-05-05T23:59:59Z", "in 1 min"],
  ["2031-05-05T23:48:00Z", "in 12 min"],
  ["2031-05-05T20:10:00Z", "in 4 h"],
  ["2031-05-05T00:00:00Z", "in 24 h"],
])("at %s limits reset %s", (now, words) => {
  expect(timeUntil(reset, Date.parse(now))).toBe(words);
});
