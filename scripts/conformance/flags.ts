import { parseArgs } from "node:util";
import { z } from "zod";

export const usage = `npm run conformance -- --base-url http://localhost:3000 [--key tl_live_…] [--staff-email … --staff-password …] [--junit FILE] [--exhaust] [--yes]

Asks a deployment, over HTTP alone, whether it keeps the contract. It only reads, unless it is given an editor's or an
administrator's sign-in: then it creates records named "Conformance check …" and removes them again, also when it is
interrupted. Their entries in the activity log stay, and a revoked key of that name.

  --exhaust  also spends all that is left of the caller's day, to see that exactly so many requests are admitted
  --yes      spends from the day's requests, or more than are left, without asking

Exit: 0 all passed, 1 something failed, 2 it could not be asked, 130 interrupted.`;

/** What was asked on the command line makes no sense, or leads nowhere. The message is for whoever asked. */
export class Nonsense extends Error {}

export interface Flags {
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

/** @throws Nonsense */
export function readFlags(args: readonly string[]): Flags {
  const given = flags.safeParse(parsed(args));
  if (!given.success) {
    throw new Nonsense(given.error.issues.map(({ path, message }) => `--${path.join(".")} ${message}.`).join("\n"));
  }
  const { "base-url": origin, key, "staff-email": email, "staff-password": password, junit, exhaust, yes } = given.data;
  const staff = email === undefined || password === undefined ? undefined : { email, password };
  return { origin, key, staff, junit, isExhausting: exhaust, isSure: yes };
}

function parsed(args: readonly string[]): Record<string, unknown> {
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
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Nonsense(error instanceof Error ? error.message : String(error));
  }
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : "";
}
