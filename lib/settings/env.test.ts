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

describe("a bad value is refused with the variable's name and the rule, and is not repeated", () => {
  test.each([
    ["WEB_CONCURRENCY", "0", "must be auto or a whole number from 1 to 128"],
    ["WEB_CONCURRENCY", "two", "must be auto or a whole number from 1 to 128"],
    ["WEB_CONCURRENCY", "129", "must be auto or a whole number from 1 to 128"],
    ["WEB_CONCURRENCY", "2", "must be 1 without DATABASE_URL"],
    ["WEB_CONCURRENCY", "auto", "must be 1 without DATABASE_URL"],
    ["IDLE_POLL_SECONDS", "59", "must be a whole number from 60 to 86400"],
    ["PORT", "70000", "must be a whole number from 0 to 65535"],
    ["PORT", "-1", "must be a whole number"],
    ["PORT", "3000 ", "must be a whole number"],
    ["PORT", "1e3", "must be a whole number"],
    ["PORT", "0x10", "must be a whole number"],
    ["PUBLIC_DAILY_LIMIT", "0", "must be a whole number from 1"],
    ["KEY_DAILY_LIMIT", "10_000", "must be a whole number"],
    ["ACCOUNT_DAILY_LIMIT", "99999999999", "must be a whole number"],
    ["CLIENT_ADDRESS", "sideways", "must be peer, forwarded:N with N from 1 to 32, or header:<name>"],
    ["CLIENT_ADDRESS", "forwarded:0", "must be peer, forwarded:N"],
    ["CLIENT_ADDRESS", "forwarded:33", "must be peer, forwarded:N"],
    ["CLIENT_ADDRESS", "header:=", "must be peer, forwarded:N"],
    ["CLIENT_ADDRESS", "header:two words", "must be peer, forwarded:N"],
    ["CLIENT_ADDRESS", "cf-connecting-ip", "must be peer, forwarded:N"],
    ["DATABASE_POOL_MAX", "1", "must be a whole number from 2"],
    ["DIRECT_DATABASE_URL", "hunter2hunter2", "must be a URL such as postgresql://"],
    ["SEED", "eastend", "must be westend or none"],
    ["ALLOW_SIGNUP", "yes", "must be true or false"],
    ["NODE_ENV", "staging", "must be development, test or production"],
    ["DATABASE_URL", "mysql://user:hunter2hunter2@host/name", "must be a URL such as postgresql://"],
    ["DATABASE_URL", "hunter2hunter2", "must be a URL such as postgresql://"],
    ["UPSTASH_REDIS_REST_URL", "redis://hunter2hunter2", "must be a URL such as https://"],
    ["NEXTAUTH_URL", "someplace", "must be a URL such as https://"],
    ["OIDC_ISSUER", "javascript:alert(1)", "must be a URL such as https://"],
    ["SMTP_URL", "mail.theatre.example:587", "must be a URL such as smtps://"],
    ["SMTP_URL", "http://mail.example.com", "must be a URL such as smtps://"],
    ["SMTP_URL", "smtp://:25", "must be a URL such as smtps://"],
    ["SMTP_URL", "smtp://mail.example.com/inbox", "must be a URL such as smtps://"],
    ["SMTP_URL", "smtp://mail.example.com?secure=hunter2", "must be a URL such as smtps://"],
    ["SMTP_URL", "smtp://:hunter2hunter2@mail.example.com", "must be a URL such as smtps://"],
    ["SMTP_URL", "smtp://user:hunter2%zz@mail.example.com", "must be a URL such as smtps://"],
    ["MAIL_FROM", "Stage door", "must be an email address, or a name and one"],
    ["MAIL_FROM", "Theatre <listings>", "must be an email address, or a name and one"],
    ["MAIL_FROM", "a@example.com, b@example.com", "must be an email address, or a name and one"],
    ["MAIL_FROM", "Theatre\r\nBcc: eve <a@example.com>", "must be an email address, or a name and one"],
    ["METRICS_TOKEN", "fifteen-letters", "must have at least 16 characters"],
    ["METRICS_TOKEN", "hunter2 and the rest", "must have only letters, digits and signs of ASCII, and no space"],
    ["CRON_SECRET", "a", "must have at least 16 characters"],
    ["CRON_SECRET", "a-long-hunter2-sécret", "must have only letters, digits and signs of ASCII, and no space"],
    ["UPSTASH_REDIS_REST_TOKEN", "hunter2\nhunter2", "must have only letters, digits and signs"],
    ["DATA_LICENSE_URL", "CC BY 4.0", "must be a URL such as https://creativecommons.org/licenses/by/4.0/"],
    ["ADMIN_EMAIL", "someone", "must be an email address"],
    ["ADMIN_PASSWORD", "elevenchars", "must have 12 to 200 characters"],
    ["ADMIN_PASSWORD", "x".repeat(201), "must have 12 to 200 characters"],
    ["ADMIN_PASSWORD", "aaaaaaaaaaaa", "must not be one character or a short pattern repeated"],
    ["ADMIN_PASSWORD", "counterstrike", "must not be one of the most common passwords"],
    ["ADMIN_PASSWORD", "admin@theatre.local", "must not be the account's email address or parts of it"],
  ])("%s=%s", (name, value, expected) => {
    const problems = problemsOf({ [name]: value });

    expect(problems.find((line) => line.startsWith(`${name} `))).toContain(expected);
    if (value.length > 3) expect(problems.join("\n")).not.toContain(value);
    expect(problems.join("\n")).not.toContain("hunter2");
  });
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
