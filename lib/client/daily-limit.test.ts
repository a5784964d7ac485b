import { expect, test } from "vitest";
import { RequestError, type ApiResponse } from "./client.browser.ts";
import { isDayUsedUp, timeUntil } from "./daily-limit.browser.ts";

const reset = Date.parse("2031-05-06T00:00:00Z") / 1000;
const quota = { limit: 25, remaining: 0, reset };

function refusal(body: object, left = quota): ApiResponse {
  const rest = {
    sizeBytes: 0,
    etag: null,
    requestId: "r-1",
    link: null,
    totalCount: null,
    milliseconds: 1,
  };
  return {
    status: 429,
    body: { error: "Rate limit exceeded", message: "The API's words.", ...body },
    quota: left,
    ...rest,
  };
}

test("a used-up day says when limits reset, in place of the API's words", () => {
  const used = refusal({ limit: 25, reset });

  expect(isDayUsedUp(used)).toBe(true);
  expect(new RequestError(used).message).toMatch(
    /^You’ve used today’s requests\. Limits reset at midnight UTC, in \d+ (min|h)\.$/,
  );
});

test("other refusals with 429 keep their words, because waiting for midnight is not their remedy", () => {
  const others = [
    refusal({ limit: 60, reset: reset - 3_000 }),
    refusal({ limit: 20, reset }, { limit: 10_000, remaining: 9_000, reset }),
  ];

  for (const other of others) {
    expect(isDayUsedUp(other)).toBe(false);
    expect(new RequestError(other).message).toBe("The API's words.");
  }
});

test.each([
  ["2031-05-05T23:59:59Z", "in 1 min"],
  ["2031-05-05T23:48:00Z", "in 12 min"],
  ["2031-05-05T20:10:00Z", "in 4 h"],
  ["2031-05-05T00:00:00Z", "in 24 h"],
])("at %s limits reset %s", (now, words) => {
  expect(timeUntil(reset, Date.parse(now))).toBe(words);
});
