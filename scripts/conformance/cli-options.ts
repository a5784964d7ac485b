import { z } from "zod";
import { parseFlags, readFlags } from "../command-line/command.ts";

export const conformanceUsage = `npm run conformance -- --base-url http://localhost:3000 [--key tl_live_…] [--staff-email … --staff-password …] [--junit FILE] [--exhaust] [--yes]

Asks a deployment, over HTTP alone, whether it keeps the contract. It only reads, unless it is given an editor's or an
administrator's sign-in: then it creates records named "Conformance check …" and removes them again, also when it is
interrupted. Their entries in the activity log stay, and a revoked key of that name.

  --exhaust  also spends all that is left of the caller's day, to see that exactly so many requests are admitted
  --yes      spends from the day's requests, or more than are left, without asking

Exit: 0 all passed, 1 something failed, 2 it could not be asked, 130 interrupted.`;

export interface ConformanceOptions {
  origin: string;
  key: string | undefined;
  staff: { email: string; password: string } | undefined;
  junit: string | undefined;
  isExhausting: boolean;
  isSure: boolean;
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
  })
  .refine((given) => (given["staff-email"] === undefined) === (given["staff-password"] === undefined), {
    path: ["staff-email"],
    message: "and --staff-password belong together",
  });

/** @throws UsageError */
export function parseConformanceOptions(args: readonly string[]): ConformanceOptions {
  const given = parseFlags(flags, readFlags(options, args));
  const { "base-url": origin, key, "staff-email": email, "staff-password": password, junit, exhaust, yes } = given;
  const staff = email === undefined || password === undefined ? undefined : { email, password };
  return { origin, key, staff, junit, isExhausting: exhaust, isSure: yes };
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : "";
}
