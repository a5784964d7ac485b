import "server-only";
import { availableParallelism } from "node:os";
import path from "node:path";
import { z } from "zod";
import { emailAddress, newPassword } from "../accounts/schema.browser.ts";
import { wholeNumber } from "../core/fields.browser.ts";
import { maxProxyHops, parseAddressSource } from "../core/client-address.ts";
import { isBareSmtpUrl, parseMailSender } from "./mail-settings.ts";

/** The default address of the embedded database's first administrator. */
export const defaultAdministrator = "admin@theatre.local";

const maxDaily = 1_000_000_000;

const dailyLimit = (usual: number) => wholeNumber(1, maxDaily).default(usual);
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be a URL such as ${example}` });
const address = (description: string, example: string) =>
  url(/^https?$/, example)
    .optional()
    .meta({ description, example });
const databaseExample = "postgresql://user:password@host:5432/theatre";
const database = (description: string) =>
  url(/^postgres(ql)?$/, databaseExample)
    .optional()
    .meta({ description, example: databaseExample });
const text = z.string().min(1);
const headerText = z.string().regex(/^[ -~]+$/, "must have only letters, digits and signs of ASCII");
/** A token that we look for after `Bearer`, where it ends at a space. */
const bearerToken = z
  .string()
  .min(16, "must have at least 16 characters")
  .regex(/^[!-~]+$/, "must have only letters, digits and signs of ASCII, and no space");
const smtpUrlMessage =
  "must be a URL such as smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587, without a path or a query; special characters of user and password are percent-encoded";
/** @param parse returns null for a text that is refused. */
const parsedBy = <Value>(parse: (word: string) => Value | null, message: string) =>
  z.string().transform((word, context): Value => {
    const value = parse(word);
    if (value !== null) return value;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
const addressSource = parsedBy(
  parseAddressSource,
  `must be peer, forwarded:N with N from 1 to ${maxProxyHops}, or header:<name>, such as header:x-real-ip`,
);
const maxProcesses = 128;
const processes = z
  .string()
  .transform((word) => (word === "auto" ? availableParallelism() : /^\d{1,3}$/.test(word) ? Number(word) : 0))
  .refine((count) => count >= 1 && count <= maxProcesses, `must be auto or a whole number from 1 to ${maxProcesses}`);
const smtpServer = z
  .url({ protocol: /^smtps?$/, hostname: /./, error: smtpUrlMessage, abort: true })
  .refine((word) => isBareSmtpUrl(new URL(word)), smtpUrlMessage);
const mailSender = parsedBy(
  parseMailSender,
  'must be an email address, or a name and one such as "Theatre Listings <listings@example.com>"',
);
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const onOrOff = z.enum(["on", "off"], { error: "must be on or off" }).default("on");
/** A setting without a default. */
const shown = <Schema extends z.ZodType>(schema: Schema, description: string, example: string) =>
  schema.optional().meta({ description, example });

/**
 * All settings: those of contract §1, and the operator's for monitoring, each with its meaning, and an example where it
 * has no default. An empty value counts as absent. `npm run env:example` writes them into `.env.example`, in this order.
 */
export const settings = z.object({
  NODE_ENV: z
    .enum(["development", "test", "production"], { error: "must be development, test or production" })
    .default("production")
    .describe("development, test or production"),
  PORT: wholeNumber(0, 65_535).default(3000).describe("the port to listen on; 0 picks a free one"),
  HOST: text.default("0.0.0.0").describe("the address to listen on"),
  WEB_CONCURRENCY: processes
    .default(1)
    .describe("how many processes serve the port, with DATABASE_URL only; auto: as many as there are cores"),

  DATABASE_URL: database("PostgreSQL 14 to 18, or a pooler; without it, an embedded database"),
  DIRECT_DATABASE_URL: database("the same database without its pooler, for migrations; default: DATABASE_URL"),
  DATABASE_URL_UNPOOLED: database("the same as DIRECT_DATABASE_URL, under the name that Neon uses"),
  DATABASE_POOL_MAX: shown(
    wholeNumber(2, 1_000),
    "connections of one instance; default: 10, or 3 under another host than our own server",
    "10",
  ),
  DATA_DIR: text
    .default(".data")
    .transform((folder) => path.resolve(folder))
    .describe("the folder of the embedded database and of the generated secret"),
  SEED: z
    .enum(["westend", "none"], { error: "must be westend or none" })
    .default("westend")
    .describe("the dataset for an empty database: westend or none"),
  UPDATES_KEEP_DAYS: wholeNumber(7, 36_500).default(90).describe("days for which /api/updates has deletions"),
  IDLE_POLL_SECONDS: wholeNumber(60, 86_400)
    .default(3_600)
    .describe("how often an instance that is not used asks the database for something to do"),

  UPSTASH_REDIS_REST_URL: address(
    "counts requests in Upstash Redis instead of the database",
    "https://name.upstash.io",
  ),
  UPSTASH_REDIS_REST_TOKEN: shown(headerText, "the token for it", "token"),
  PUBLIC_DAILY_LIMIT: dailyLimit(100).describe("requests per day for an address without a key"),
  KEY_DAILY_LIMIT: dailyLimit(10_000).describe("requests per day for an API key"),
  ACCOUNT_DAILY_LIMIT: dailyLimit(10_000).describe("requests per day for a signed-in account"),
  CLIENT_ADDRESS: shown(
    addressSource,
    "where the client's address is: peer, forwarded:N for N proxies of yours, or header:<name>",
    "peer",
  ),

  FAST_PATH: onOrOff.describe("whether simple GETs are read from the socket without node:http: on or off"),
  COUNT_JOURNAL: onOrOff.describe("whether counts of the embedded database are written to a file first: on or off"),

  NEXTAUTH_SECRET: shown(
    text,
    "encodes session cookies; the same on every instance; embedded: generated",
    "output of: openssl rand -base64 32",
  ),
  NEXTAUTH_URL: address("the address that users type", "https://listings.example.com"),
  ADMIN_EMAIL: shown(emailAddress, "the first administrator; embedded: admin@theatre.local", "admin@example.com"),
  ADMIN_PASSWORD: shown(
    newPassword,
    "the first administrator's password; embedded: generated, and printed once",
    "at least 12 characters",
  ),
  ALLOW_SIGNUP: z
    .enum(["true", "false"], { error: "must be true or false" })
    .default("true")
    .transform((word) => word === "true")
    .describe("whether anyone may create a developer account: true or false"),
  SECOND_FACTOR: z
    .enum(["optional", "staff", "all"], { error: "must be optional, staff or all" })
    .default("optional")
    .describe("whose password must not be enough to sign in: optional (no one's), staff or all"),
  GITHUB_ID: shown(text, "sign-in with GitHub", "id"),
  GITHUB_SECRET: shown(text, "its secret", "secret"),
  GOOGLE_ID: shown(text, "sign-in with Google", "id"),
  GOOGLE_SECRET: shown(text, "its secret", "secret"),
  OIDC_ISSUER: address("sign-in with any OpenID Connect provider", "https://id.example.com"),
  OIDC_CLIENT_ID: shown(text, "its client", "id"),
  OIDC_CLIENT_SECRET: shown(text, "its secret", "secret"),
  OIDC_NAME: shown(text, "its name on the sign-in page", "Example"),

  SMTP_URL: shown(
    smtpServer,
    "the mail server; without it, no mail is sent",
    "smtps://user:password@mail.example.com:465",
  ),
  MAIL_FROM: shown(mailSender, "the sender of mail", "Theatre Listings <listings@example.com>"),

  CRON_SECRET: shown(
    bearerToken,
    "bearer token for /api/cron, on hosts without timers; at least 16 characters",
    "output of: openssl rand -base64 32",
  ),

  LOG_LEVEL: z
    .enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` })
    .default("info")
    .describe("the lowest level that is logged: fatal, error, warn, info, debug, trace or silent"),
  METRICS_TOKEN: shown(bearerToken, "bearer token for /api/metrics, at least 16 characters", "token"),
  SECURITY_CONTACT: shown(
    url(/^(https|mailto)$/, "mailto:security@example.com or https://example.com/report"),
    "where to report a vulnerability; default: ADMIN_EMAIL",
    "mailto:security@example.com",
  ),
  DATA_LICENSE_URL: url(/^https?$/, "https://creativecommons.org/licenses/by/4.0/")
    .default("https://creativecommons.org/licenses/by/4.0/")
    .describe("the licence of the data, named in calendars, downloads and /api/updates"),
});

export const settingNames: readonly string[] = Object.keys(settings.shape);
