import "server-only";
import type { z } from "zod";
import { addressSourceOfHost, type AddressSource } from "../core/client-address.ts";
import { currentHost, type Host } from "./host.ts";
import { passwordRefusal } from "../core/common-passwords.ts";
import { defaultAdministrator, settings } from "./settings.ts";

/** The settings, with the address that the host implies, and `DATABASE_URL_UNPOOLED` as `DIRECT_DATABASE_URL`. */
export type Env = Omit<z.infer<typeof settings>, "CLIENT_ADDRESS" | "DATABASE_URL_UNPOOLED"> & {
  CLIENT_ADDRESS: AddressSource;
};

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

/** Fills in defaults. @throws SettingsError naming every invalid variable. */
export function parseEnv(source: Record<string, string | undefined>, host: Host = "own server"): Env {
  const nonEmpty = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = settings.safeParse(nonEmpty);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}.`);
  problems.push(...missingCompanions(nonEmpty));
  const { ADMIN_PASSWORD, ADMIN_EMAIL = defaultAdministrator } = parsed.data ?? {};
  const refusal = ADMIN_PASSWORD === undefined ? null : passwordRefusal(ADMIN_PASSWORD, ADMIN_EMAIL);
  if (refusal !== null) problems.push(`ADMIN_PASSWORD ${refusal}.`);
  // Ignored, it would let every client share the bucket of the proxy.
  if ("TRUSTED_PROXY_HOPS" in nonEmpty)
    problems.push(
      "TRUSTED_PROXY_HOPS is not a setting any more. Write CLIENT_ADDRESS=forwarded:N for N proxies, CLIENT_ADDRESS=peer for 0.",
    );
  if (parsed.success && problems.length === 0) {
    const implied = host === "next" ? addressSourceOfHost(nonEmpty) : null;
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

function missingCompanions(nonEmpty: Record<string, unknown>): string[] {
  const problems = belongTogether.flatMap((group) => {
    const present = group.filter((name) => name in nonEmpty);
    if (present.length === 0) return [];
    return group
      .filter((name) => !(name in nonEmpty))
      .map((name) => `${name} must be set too, because ${present.join(" and ")} ${present.length > 1 ? "are" : "is"}.`);
  });
  if ("DIRECT_DATABASE_URL" in nonEmpty && !("DATABASE_URL" in nonEmpty))
    problems.push("DATABASE_URL must be set too, because DIRECT_DATABASE_URL is.");
  if ("OIDC_NAME" in nonEmpty && !("OIDC_ISSUER" in nonEmpty))
    problems.push("OIDC_ISSUER must be set too, because OIDC_NAME is.");
  if (!("DATABASE_URL" in nonEmpty) && (nonEmpty["WEB_CONCURRENCY"] ?? "1") !== "1")
    problems.push("WEB_CONCURRENCY must be 1 without DATABASE_URL: only one process can use the embedded database.");
  if ("DATABASE_URL" in nonEmpty && (nonEmpty["NODE_ENV"] ?? "production") === "production") {
    for (const [name, example] of [
      ["NEXTAUTH_SECRET", "a long random text, the same on every instance"],
      ["NEXTAUTH_URL", "the public address of the service"],
    ] as const) {
      if (!(name in nonEmpty)) problems.push(`${name} must be set in production with DATABASE_URL: ${example}.`);
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
 * Ends the process when a setting is invalid, as our own server does at its start. It opens nothing: Next copies what
 * `instrumentation.ts` imports into every build, without the exclusions of `next.config.mjs`.
 */
export function checkSettingsOnHost(): void {
  if (currentHost() === "own server") return;
  try {
    env();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Has next-auth, which reads this variable, take its address from the request unless `NEXTAUTH_URL` is set. */
export function trustRequestHostInNextAuth(): void {
  process.env["AUTH_TRUST_HOST"] = "true";
}
