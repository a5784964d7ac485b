import { describe, expect, test } from "vitest";
import { parseEnv } from "./env.ts";
import type { Host } from "./host.ts";

function problemsOf(source: Record<string, string>): string[] {
  try {
    parseEnv(source);
    return [];
  } catch (error) {
    return (error as Error).message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
}

test("no variable is required", () => {
  expect(parseEnv({})).toMatchObject({
    NODE_ENV: "production",
    PORT: 3000,
    HOST: "0.0.0.0",
    SEED: "westend",
    PUBLIC_DAILY_LIMIT: 100,
    KEY_DAILY_LIMIT: 10_000,
    ACCOUNT_DAILY_LIMIT: 10_000,
    CLIENT_ADDRESS: { from: "peer" },
    ALLOW_SIGNUP: true,
  });
});

test("an empty value counts as absent, and unknown variables are ignored", () => {
  expect(parseEnv({ PORT: "", DATABASE_URL: "", UPSTASH_REDIS_REST_URL: "", LANG: "C" }).PORT).toBe(3000);
});

test.each<[name: string, rule: string, values: string[]]>([
  ["WEB_CONCURRENCY", "must be auto or a whole number from 1 to 128", ["0", "two", "129"]],
  ["WEB_CONCURRENCY", "must be 1 without DATABASE_URL", ["2", "auto"]],
  ["IDLE_POLL_SECONDS", "must be a whole number from 60 to 86400", ["59"]],
  ["PORT", "must be a whole number from 0 to 65535", ["70000", "-1", "3000 ", "1e3", "0x10"]],
  ["PUBLIC_DAILY_LIMIT", "must be a whole number from 1", ["0"]],
  ["KEY_DAILY_LIMIT", "must be a whole number", ["10_000"]],
  ["ACCOUNT_DAILY_LIMIT", "must be a whole number", ["99999999999"]],
  [
    "CLIENT_ADDRESS",
    "must be peer, forwarded:N with N from 1 to 32, or header:<name>",
    ["sideways", "forwarded:0", "forwarded:33", "header:=", "header:two words", "cf-connecting-ip"],
  ],
  ["DATABASE_POOL_MAX", "must be a whole number from 2", ["1"]],
  ["DIRECT_DATABASE_URL", "must be a URL such as postgresql://", ["hunter2hunter2"]],
  ["SEED", "must be westend or none", ["eastend"]],
  ["ALLOW_SIGNUP", "must be true or false", ["yes"]],
  ["NODE_ENV", "must be development, test or production", ["staging"]],
  ["DATABASE_URL", "must be a URL such as postgresql://", ["mysql://user:hunter2hunter2@host/name", "hunter2hunter2"]],
  ["UPSTASH_REDIS_REST_URL", "must be a URL such as https://", ["redis://hunter2hunter2"]],
  ["NEXTAUTH_URL", "must be a URL such as https://", ["someplace"]],
  ["OIDC_ISSUER", "must be a URL such as https://", ["javascript:alert(1)"]],
  [
    "SMTP_URL",
    "must be a URL such as smtps://",
    (
      "mail.theatre.example:587 http://mail.example.com smtp://:25 smtp://mail.example.com/inbox " +
      "smtp://mail.example.com?secure=hunter2 smtp://:hunter2hunter2@mail.example.com smtp://user:hunter2%zz@mail.example.com"
    ).split(" "),
  ],
  [
    "MAIL_FROM",
    "must be an email address, or a name and one",
    ["Stage door", "Theatre <listings>", "a@example.com, b@example.com", "Theatre\r\nBcc: eve <a@example.com>"],
  ],
  ["METRICS_TOKEN", "must have at least 16 characters", ["fifteen-letters"]],
  ["METRICS_TOKEN", "must have only letters, digits and signs of ASCII, and no space", ["hunter2 and the rest"]],
  ["CRON_SECRET", "must have at least 16 characters", ["a"]],
  ["CRON_SECRET", "must have only letters, digits and signs of ASCII, and no space", ["a-long-hunter2-sécret"]],
  ["UPSTASH_REDIS_REST_TOKEN", "must have only letters, digits and signs", ["hunter2\nhunter2"]],
  ["DATA_LICENSE_URL", "must be a URL such as https://creativecommons.org/licenses/by/4.0/", ["CC BY 4.0"]],
  ["ADMIN_EMAIL", "must be an email address", ["someone"]],
  ["ADMIN_PASSWORD", "must have 12 to 200 characters", ["elevenchars", "x".repeat(201)]],
  ["ADMIN_PASSWORD", "must not be one character or a short pattern repeated", ["aaaaaaaaaaaa"]],
  ["ADMIN_PASSWORD", "must not be one of the most common passwords", ["counterstrike"]],
  ["ADMIN_PASSWORD", "must not be the account's email address or parts of it", ["admin@theatre.local"]],
])("a bad %s is refused with its name and the rule (%s), and is not repeated", (name, rule, values) => {
  for (const value of values) {
    const problems = problemsOf({ [name]: value });

    expect([value, problems.find((line) => line.startsWith(`${name} `))]).toEqual([
      value,
      expect.stringContaining(rule),
    ]);
    if (value.length > 3) expect(problems.join("\n")).not.toContain(value);
    expect(problems.join("\n")).not.toContain("hunter2");
  }
});

describe("settings that belong together are required together", () => {
  test.each([
    [{ UPSTASH_REDIS_REST_URL: "https://x.example" }, ["UPSTASH_REDIS_REST_TOKEN"]],
    [{ UPSTASH_REDIS_REST_TOKEN: "hunter2" }, ["UPSTASH_REDIS_REST_URL"]],
    [{ GITHUB_ID: "x" }, ["GITHUB_SECRET"]],
    [{ GITHUB_SECRET: "x" }, ["GITHUB_ID"]],
    [{ GOOGLE_ID: "x" }, ["GOOGLE_SECRET"]],
    [{ OIDC_ISSUER: "https://x.example" }, ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"]],
    [{ OIDC_NAME: "x" }, ["OIDC_ISSUER"]],
    [{ DIRECT_DATABASE_URL: "postgresql://x/y" }, ["DATABASE_URL"]],
    [{ SMTP_URL: "smtp://mail.example.com" }, ["MAIL_FROM"]],
    [{ MAIL_FROM: "listings@example.com" }, ["SMTP_URL"]],
    [{ DATABASE_URL: "postgresql://x/y" }, ["NEXTAUTH_SECRET", "NEXTAUTH_URL"]],
  ])("%o", (source, missing) => {
    expect(problemsOf(source).map((line) => line.split(" ")[0])).toEqual(missing);
  });

  test("outside production a server needs no secret", () => {
    expect(problemsOf({ NODE_ENV: "development", DATABASE_URL: "postgresql://x/y" })).toEqual([]);
  });
});

test("migrations use DIRECT_DATABASE_URL, or what Neon calls DATABASE_URL_UNPOOLED", () => {
  const [direct, unpooled] = ["postgresql://direct/theatre", "postgresql://unpooled/theatre"];
  const read = (source: Record<string, string>) =>
    parseEnv({ NODE_ENV: "test", DATABASE_URL: "postgresql://pooled/theatre", ...source }).DIRECT_DATABASE_URL;

  expect(read({ DATABASE_URL_UNPOOLED: unpooled })).toBe(unpooled);
  expect(read({ DATABASE_URL_UNPOOLED: unpooled, DIRECT_DATABASE_URL: direct })).toBe(direct);
  expect(read({})).toBeUndefined();
});

test.each([
  ["listings@Example.com", { name: "", address: "listings@example.com" }],
  ["Theatre Listings <listings@example.com>", { name: "Theatre Listings", address: "listings@example.com" }],
  ['"Theatre, Listings" <listings@example.com>', { name: "Theatre, Listings", address: "listings@example.com" }],
])("the sender %s is read", (MAIL_FROM, expected) => {
  expect(parseEnv({ MAIL_FROM, SMTP_URL: "smtps://user:p%40ss@[::1]:465" }).MAIL_FROM).toEqual(expected);
});

test("all bad variables are named at once", () => {
  const problems = problemsOf({ PORT: "x", SEED: "x", GITHUB_ID: "x", ADMIN_PASSWORD: "x" });

  expect(problems.map((line) => line.split(" ")[0]).sort()).toEqual([
    "ADMIN_PASSWORD",
    "GITHUB_SECRET",
    "PORT",
    "SEED",
  ]);
});

describe("the source of clients' addresses", () => {
  const realIp = { from: "header", name: "x-real-ip" };

  test.each<[settings: Record<string, string>, host: Host, expected: object]>([
    [{}, "own server", { from: "peer" }],
    [{}, "next", { from: "peer" }],
    [{ CLIENT_ADDRESS: "peer" }, "own server", { from: "peer" }],
    [{ CLIENT_ADDRESS: "forwarded:2" }, "own server", { from: "forwarded", hops: 2 }],
    [{ CLIENT_ADDRESS: "header:X-Real-IP" }, "own server", realIp],
    [{ VERCEL: "1" }, "next", realIp],
    [{ NETLIFY: "true" }, "next", { from: "header", name: "x-nf-client-connection-ip" }],
    [{ FLY_APP_NAME: "theatre" }, "next", { from: "header", name: "fly-client-ip" }],
    // Our own server may run there behind anything.
    [{ FLY_APP_NAME: "theatre" }, "own server", { from: "peer" }],
    [{ VERCEL: "" }, "next", { from: "peer" }],
    [{ VERCEL: "1", CLIENT_ADDRESS: "peer" }, "next", { from: "peer" }],
    [{ VERCEL: "1", CLIENT_ADDRESS: "forwarded:2" }, "next", { from: "forwarded", hops: 2 }],
  ])("%o under %s: %o", (settings, host, expected) => {
    expect(parseEnv(settings, host).CLIENT_ADDRESS).toEqual(expected);
  });

  test("the name of earlier versions stops the start and says what to write", () => {
    expect(problemsOf({ TRUSTED_PROXY_HOPS: "2", CLIENT_ADDRESS: "forwarded:2" })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXY_HOPS is not a setting any more. Write CLIENT_ADDRESS=forwarded:N/),
    ]);
  });
});
