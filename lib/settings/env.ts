import "server-only";
import { availableParallelism } from "node:os";
import path from "node:path";
import { z } from "zod";
import { emailAddress, newPassword } from "../accounts/schema.browser.ts";
import { wholeNumber } from "../core/fields.browser.ts";
import { addressSourceOfHost, maxProxyHops, parseAddressSource, type AddressSource } from "../core/client-address.ts";
import { currentHost, type Host } from "./host.ts";
import { passwordRefusal } from "../core/common-passwords.ts";
import { isBareSmtpUrl, parseMailSender } from "./mail-settings.ts";

/** The default address of the embedded database's first administrator. */
export const defaultAdministrator = "admin@theatre.local";

const maxDaily = 1_000_000_000;

const dailyLimit = (usual: number) => wholeNumber(1, maxDaily).default(usual);
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be a URL such as ${example}` });
const databaseUrl = url(/^postgres(ql)?$/, "postgresql://user:password@host:5432/theatre");
const text = z.string().min(1);
const headerText = z.string().regex(/^[ -~]+$/, "must have only letters, digits and signs of ASCII");
/** A token that we look for after `Bearer`, where it ends at a space. */
const bearerToken = z
  .string()
  .min(16, "must have at least 16 characters")
  .regex(/^[!-~]+$/, "must have only letters, digits and signs of ASCII, and no space");
const smtpUrlMessage =
  "must be a URL such as smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587, without a path or a query; special characters of user and password are percent-encoded";
const addressSource = z.string().transform((word, context): AddressSource => {
  const source = parseAddressSource(word);
  if (source) return source;
  const message = `must be peer, forwarded:N with N from 1 to ${maxProxyHops}, or header:<name>, such as header:x-real-ip`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});
const maxProcesses = 128;
const processes = z
  .string()
  .transform((word) => (word === "auto" ? availableParallelism() : /^\d{1,3}$/.test(word) ? Number(word) : 0))
  .refine((count) => count >= 1 && count <= maxProcesses, `must be auto or a whole number from 1 to ${maxProcesses}`);
const smtpServer = z
  .url({ protocol: /^smtps?$/, hostname: /./, error: smtpUrlMessage, abort: true })
  .refine((word) => isBareSmtpUrl(new URL(word)), smtpUrlMessage);
const mailSender = z.string().transform((word, context) => {
  const sender = parseMailSender(word);
  if (sender) return sender;
  const message = 'must be an email address, or a name and one such as "Theatre Listings <listings@example.com>"';
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const onOrOff = z.enum(["on", "off"], { error: "must be on or off" }).default("on");
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional();

/** All settings: those of contract §1, and the operator's for monitoring. An empty value counts as absent. */
const settings = z.object({
  NODE_ENV: z
    .enum(["development", "test", "production"], { error: "must be development, test or production" })
    .default("production"),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text.default("0.0.0.0"),
  WEB_CONCURRENCY: processes.default(1),

  DATABASE_URL: optional(databaseUrl),
  DIRECT_DATABASE_URL: optional(databaseUrl),
  DATABASE_URL_UNPOOLED: optional(databaseUrl),
  DATABASE_POOL_MAX: optional(wholeNumber(2, 1_000)),
  DATA_DIR: text.default(".data").transform((folder) => path.resolve(folder)),
  SEED: z.enum(["westend", "none"], { error: "must be westend or none" }).default("westend"),

  UPDATES_KEEP_DAYS: wholeNumber(7, 36_500).default(90),

  UPSTASH_REDIS_REST_URL: optional(url(/^https?$/, "https://name.upstash.io")),
  UPSTASH_REDIS_REST_TOKEN: optional(headerText),
  PUBLIC_DAILY_LIMIT: dailyLimit(100),
  KEY_DAILY_LIMIT: dailyLimit(10_000),
  ACCOUNT_DAILY_LIMIT: dailyLimit(10_000),
  CLIENT_ADDRESS: optional(addressSource),
  FAST_PATH: onOrOff,
  COUNT_JOURNAL: onOrOff,

  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).default("info"),
  METRICS_TOKEN: optional(bearerToken),
  CRON_SECRET: optional(bearerToken),
  IDLE_POLL_SECONDS: wholeNumber(60, 86_400).default(3_600),
  SECURITY_CONTACT: optional(url(/^(https|mailto)$/, "mailto:security@example.com or https://example.com/report")),
  DATA_LICENSE_URL: url(/^https?$/, "https://creativecommons.org/licenses/by/4.0/").default(
    "https://creativecommons.org/licenses/by/4.0/",
  ),

  NEXTAUTH_SECRET: optional(text),
  NEXTAUTH_URL: optional(url(/^https?$/, "https://listings.example.com")),
  ADMIN_EMAIL: optional(emailAddress),
  ADMIN_PASSWORD: optional(newPassword),
  ALLOW_SIGNUP: z
    .enum(["true", "false"], { error: "must be true or false" })
    .default("true")
    .transform((word) => word === "true"),
  SECOND_FACTOR: z.enum(["optional", "staff", "all"], { error: "must be optional, staff or all" }).default("optional"),
  GITHUB_ID: optional(text),
  GITHUB_SECRET: optional(text),
  GOOGLE_ID: optional(text),
  GOOGLE_SECRET: optional(text),
  OIDC_ISSUER: optional(url(/^https?$/, "https://id.example.com")),
  OIDC_CLIENT_ID: optional(text),
  OIDC_CLIENT_SECRET: optional(text),
  OIDC_NAME: optional(text),

  SMTP_URL: optional(smtpServer),
  MAIL_FROM: optional(mailSender),
});

export type SettingName = keyof typeof settings.shape;

export const settingNames: readonly string[] = Object.keys(settings.shape);

/** The default of a setting as it would be set; null where it has none, or depends on others. */
export function settingDefault(name: SettingName): string | null {
  const field = settings.shape[name];
  const read = field instanceof z.ZodPipe ? field.in : field;
  return read instanceof z.ZodDefault ? String(read.def.defaultValue) : null;
}

/**
 * The settings; `CLIENT_ADDRESS` also says what the host implies, and `DIRECT_DATABASE_URL` what `DATABASE_URL_UNPOOLED`
 * says.
 */
export type Env = Omit<z.infer<typeof settings>, "CLIENT_ADDRESS" | "DATABASE_URL_UNPOOLED"> & {
  CLIENT_ADDRESS: AddressSource;
};

/** Settings that must be set together. */
const belongTogether: (keyof z.infer<typeof settings>)[][] = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["GITHUB_ID", "GITHUB_SECRET"],
  ["GOOGLE_ID", "GOOGLE_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["SMTP_URL", "MAIL_FROM"],
];

/** The message has a line for each invalid variable: its name and what it should be, never its value. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/**
 * Parses the settings in `source` and fills in defaults.
 *
 * @throws SettingsError naming every invalid variable.
 */
export function parseEnv(source: Record<string, string | undefined>, host: Host = "own server"): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = settings.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}.`);
  problems.push(...missingCompanions(given));
  const { ADMIN_PASSWORD, ADMIN_EMAIL = defaultAdministrator } = parsed.data ?? {};
  const refusal = ADMIN_PASSWORD === undefined ? null : passwordRefusal(ADMIN_PASSWORD, ADMIN_EMAIL);
  if (refusal !== null) problems.push(`ADMIN_PASSWORD ${refusal}.`);
  // Ignored, it would let every client share the bucket of the proxy.
  if ("TRUSTED_PROXY_HOPS" in given)
    problems.push(
      "TRUSTED_PROXY_HOPS is not a setting any more. Write CLIENT_ADDRESS=forwarded:N for N proxies, CLIENT_ADDRESS=peer for 0.",
    );
  if (parsed.success && problems.length === 0) {
    const implied = host === "next" ? addressSourceOfHost(given) : null;
    return {
      ...parsed.data,
      DIRECT_DATABASE_URL: parsed.data.DIRECT_DATABASE_URL ?? parsed.data.DATABASE_URL_UNPOOLED,
      CLIENT_ADDRESS: parsed.data.CLIENT_ADDRESS ?? implied ?? { from: "peer" },
    };
  }
  throw new SettingsError(
    `The service can't start with these settings:\n${problems.map((line) => `  ${line}`).join("\n")}`,
  );
}

function missingCompanions(given: Record<string, unknown>): string[] {
  const problems = belongTogether.flatMap((group) => {
    const present = group.filter((name) => name in given);
    if (present.length === 0) return [];
    return group
      .filter((name) => !(name in given))
      .map((name) => `${name} must be set too, because ${present.join(" and ")} ${present.length > 1 ? "are" : "is"}.`);
  });
  if ("DIRECT_DATABASE_URL" in given && !("DATABASE_URL" in given))
    problems.push("DATABASE_URL must be set too, because DIRECT_DATABASE_URL is.");
  if ("OIDC_NAME" in given && !("OIDC_ISSUER" in given))
    problems.push("OIDC_ISSUER must be set too, because OIDC_NAME is.");
  if (!("DATABASE_URL" in given) && (given["WEB_CONCURRENCY"] ?? "1") !== "1")
    problems.push("WEB_CONCURRENCY must be 1 without DATABASE_URL: only one process can use the embedded database.");
  if ("DATABASE_URL" in given && (given["NODE_ENV"] ?? "production") === "production") {
    for (const [name, example] of [
      ["NEXTAUTH_SECRET", "a long random text, the same on every instance"],
      ["NEXTAUTH_URL", "the public address of the service"],
    ] as const) {
      if (!(name in given)) problems.push(`${name} must be set in production with DATABASE_URL: ${example}.`);
    }
  }
  return problems;
}

let settled: Env | undefined;

/** The settings of this process, parsed at the first call. */
export function env(): Env {
  settled ??= parseEnv(process.env, currentHost());
  return settled;
}

/**
 * Tells next-auth to take its address from the request's headers, by setting the variable it reads, unless `NEXTAUTH_URL`
 * is set.
 */
export function trustRequestHostInNextAuth(): void {
  process.env["AUTH_TRUST_HOST"] = "true";
}
