import { z } from "zod";
import { parseFlags, readFlags } from "../command-line/command.ts";

export const conformanceUsage = `npm run conformance -- --base-url http://localhost:3000 [--key tl_live_…] [--staff-email … --staff-password …] [--junit FILE] [--exhaust] [--yes] [--next]

Checks a deployment against the contract, over HTTP alone. It only reads, unless you pass the sign-in of an editor or an
administrator: then it creates records named "Conformance check …" and removes them again, even when it is interrupted.
Their entries in the activity log and a revoked key of that name remain.

  --exhaust  also spends the caller's remaining requests of the day, to check that exactly as many are admitted
  --yes      does not ask before spending more requests than are left
  --next     the deployment runs under Next's own server: skips what that refuses by itself (docs/deploying.md)

Exit code: 0 all passed, 1 a check failed, 2 the deployment could not be checked, 130 interrupted.`;

export interface ConformanceOptions {
  origin: string;
  key: string | undefined;
  staff: { email: string; password: string } | undefined;
  junit: string | undefined;
  isExhausting: boolean;
  isSure: boolean;
  isNext: boolean;
}

const address = z
  .string({ error: "must be given: where the service is, such as http://localhost:3000" })
  .refine((text) => /^https?:$/.test(protocolOf(text)), "must be an http or https address")
  .transform((text) => new URL(text))
  .refine(({ pathname, search, hash }) => /^\/(api\/?)?$/.test(pathname) && search + hash === "", {
    message: "must be the service's origin, with or without /api",
  })
  .transform(({ origin }) => origin);
const text = { type: "string" } as const;
const choice = { type: "boolean" } as const;
const options = {
  "base-url": text,
  key: text,
  "staff-email": text,
  "staff-password": text,
  junit: text,
  exhaust: choice,
  yes: choice,
  next: choice,
};
const flags = z
  .object({
    "base-url": address,
    key: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "must be an API key")
      .optional(),
    "staff-email": z.string().min(1, "must not be empty").optional(),
    "staff-password": z.string().min(1, "must not be empty").optional(),
    junit: z.string().min(1, "must name a file").optional(),
    exhaust: z.boolean().default(false),
    yes: z.boolean().default(false),
    next: z.boolean().default(false),
  })
  .refine((given) => (given["staff-email"] === undefined) === (given["staff-password"] === undefined), {
    path: ["staff-email"],
    message: "and --staff-password belong together",
  });

/** @throws UsageError */
export function parseConformanceOptions(args: readonly string[]): ConformanceOptions {
  const given = parseFlags(flags, readFlags(options, args));
  const {
    "base-url": origin,
    key,
    "staff-email": email,
    "staff-password": password,
    junit,
    exhaust,
    yes,
    next,
  } = given;
  const staff = email === undefined || password === undefined ? undefined : { email, password };
  return { origin, key, staff, junit, isExhausting: exhaust, isSure: yes, isNext: next };
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : "";
}
