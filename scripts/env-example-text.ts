import { settingDefault, type SettingName } from "@/lib/settings/env";

/** What a setting means, in the order of `.env.example`, and an example where it has no default. */
const settings: Record<SettingName, [meaning: string, example?: string]> = {
  NODE_ENV: ["development, test or production"],
  PORT: ["the port to listen on; 0 picks a free one"],
  HOST: ["the address to listen on"],
  WEB_CONCURRENCY: ["how many processes serve the port, with DATABASE_URL only; auto: as many as there are cores"],

  DATABASE_URL: [
    "PostgreSQL 14 to 18, or a pooler; without it, an embedded database",
    "postgresql://user:password@host:5432/theatre",
  ],
  DIRECT_DATABASE_URL: [
    "the same database without its pooler, for migrations; default: DATABASE_URL",
    "postgresql://user:password@host:5432/theatre",
  ],
  DATABASE_URL_UNPOOLED: [
    "the same as DIRECT_DATABASE_URL, under the name that Neon uses",
    "postgresql://user:password@host:5432/theatre",
  ],
  DATABASE_POOL_MAX: ["connections of one instance; default: 10, or 3 under another host than our own server", "10"],
  DATA_DIR: ["the folder of the embedded database and of the generated secret"],
  SEED: ["the dataset for an empty database: westend or none"],
  UPDATES_KEEP_DAYS: ["days for which /api/updates has deletions"],
  IDLE_POLL_SECONDS: ["how often an instance that is not used asks the database for something to do"],

  UPSTASH_REDIS_REST_URL: ["counts requests in Upstash Redis instead of the database", "https://name.upstash.io"],
  UPSTASH_REDIS_REST_TOKEN: ["the token for it", "token"],
  PUBLIC_DAILY_LIMIT: ["requests per day for an address without a key"],
  KEY_DAILY_LIMIT: ["requests per day for an API key"],
  ACCOUNT_DAILY_LIMIT: ["requests per day for a signed-in account"],
  CLIENT_ADDRESS: ["where the client's address is: peer, forwarded:N for N proxies of yours, or header:<name>", "peer"],

  FAST_PATH: ["whether simple GETs are read from the socket without node:http: on or off"],
  COUNT_JOURNAL: ["whether counts of the embedded database are written to a file first: on or off"],

  NEXTAUTH_SECRET: [
    "encodes session cookies; the same on every instance; embedded: generated",
    "output of: openssl rand -base64 32",
  ],
  NEXTAUTH_URL: ["the address that users type", "https://listings.example.com"],
  ADMIN_EMAIL: ["the first administrator; embedded: admin@theatre.local", "admin@example.com"],
  ADMIN_PASSWORD: [
    "the first administrator's password; embedded: generated, and printed once",
    "at least 12 characters",
  ],
  ALLOW_SIGNUP: ["whether anyone may create a developer account: true or false"],
  SECOND_FACTOR: ["whose password must not be enough to sign in: optional (no one's), staff or all"],
  GITHUB_ID: ["sign-in with GitHub", "id"],
  GITHUB_SECRET: ["its secret", "secret"],
  GOOGLE_ID: ["sign-in with Google", "id"],
  GOOGLE_SECRET: ["its secret", "secret"],
  OIDC_ISSUER: ["sign-in with any OpenID Connect provider", "https://id.example.com"],
  OIDC_CLIENT_ID: ["its client", "id"],
  OIDC_CLIENT_SECRET: ["its secret", "secret"],
  OIDC_NAME: ["its name on the sign-in page", "Example"],

  SMTP_URL: ["the mail server; without it, no mail is sent", "smtps://user:password@mail.example.com:465"],
  MAIL_FROM: ["the sender of mail", "Theatre Listings <listings@example.com>"],

  CRON_SECRET: [
    "bearer token for /api/cron, on hosts without timers; at least 16 characters",
    "output of: openssl rand -base64 32",
  ],

  LOG_LEVEL: ["the lowest level that is logged: fatal, error, warn, info, debug, trace or silent"],
  METRICS_TOKEN: ["bearer token for /api/metrics, at least 16 characters", "token"],
  SECURITY_CONTACT: ["where to report a vulnerability; default: ADMIN_EMAIL", "mailto:security@example.com"],
  DATA_LICENSE_URL: ["the licence of the data, named in calendars, downloads and /api/updates"],
};

/** The content of `.env.example`: every setting, commented out, with its default or an example. */
export function envExampleText(): string {
  const blocks = Object.entries(settings).map(([name, [meaning, example]]) => {
    const usual = settingDefault(name as SettingName);
    const value = usual ?? example ?? "";
    return `# ${meaning}${usual === null ? "; for example:" : ""}\n#${name}=${/[\s#<]/.test(value) ? `"${value}"` : value}\n`;
  });
  return `# Every setting. Copy this file to .env, and remove the # before what you set; docs/configuration.md says more.
# What the environment sets wins over .env.local, and .env.local over .env.
# Put a value with #, spaces or quotes into quotes, and write \\$ for a dollar sign.
# \`npm run env:example\` writes this file.

${blocks.join("\n")}`;
}
