import { expect, test } from "vitest";
import { UsageError } from "./command.ts";
import { readKeyOptions } from "./key-options.ts";

const good = ["--email", "a@b.example", "--name", "x"];

test.each<[string[], string]>([
  [[], "--email is required"],
  [["--email", "ada", "--name", "x"], "--email must be an email address."],
  [["--email", `${"a".repeat(250)}@b.example`, "--name", "x"], "--email must have at most 254 characters."],
  [["--email", "a@b.example", "--name", "  "], "--name must not be empty."],
  [["--email", "a@b.example", "--name", "x".repeat(101)], "--name must have at most 100 characters."],
  [["--email", "a@b.example", "--name", "x", "--daily-limit", "1e3"], "--daily-limit must be a whole number from 1"],
  [[...good, "--daily-limit", "1000000001"], "--daily-limit must be a whole number from 1 to 1000000000."],
  [["--email", "a@b.example", "--name", "x", "--expires-at", "2030-02-30T00:00:00Z"], "--expires-at must be an ISO"],
  [
    ["--email", "a@b.example", "--name", "x", "--expires-at", "2020-01-01T00:00:00Z"],
    "--expires-at must be in the future.",
  ],
  [[...good, "--expires-at", "9999-12-31T23:59:59-01:00"], "--expires-at must be before the year 10000."],
  [["--mail", "a@b.example"], "Unknown option '--mail'"],
  [["ada"], "Unexpected argument 'ada'"],
])("invalid arguments (%j) are refused with the reason", (flags, message) => {
  expect(() => readKeyOptions(flags)).toThrow(UsageError);
  expect(() => readKeyOptions(flags)).toThrow(message);
});

test("a key has no expiry and the default limit, unless the arguments set them", () => {
  const limited = [...good, "--expires-at", "2999-01-31T12:00:00+01:00", "--daily-limit", "5"];

  expect(readKeyOptions(good)).toEqual({ email: "a@b.example", name: "x", expiresAt: null, dailyLimit: null });
  expect(readKeyOptions(["--email", " A@B.example", "--name", " x "])).toEqual(readKeyOptions(good));
  for (const dailyLimit of [1, 1_000_000_000])
    expect(readKeyOptions([...good, "--daily-limit", String(dailyLimit)])).toMatchObject({ dailyLimit });
  expect(readKeyOptions(limited)).toMatchObject({ expiresAt: new Date("2999-01-31T11:00:00Z"), dailyLimit: 5 });
});
