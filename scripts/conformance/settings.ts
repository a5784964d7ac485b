import { z } from "zod";
import { UsageError } from "../command-line/command.ts";

export const usage = `CONFORMANCE_URL=http://localhost:3000 npm run conformance

Checks a deployment against the contract, over HTTP alone. It only reads, unless you pass the sign-in of an editor or an
administrator: then it creates records named "Conformance check …" and removes them again, even when it is interrupted.
Their entries in the activity log and revoked keys of that name remain.

  CONFORMANCE_URL       where the service is
  CONFORMANCE_KEY       an API key, whose requests are spent instead of those of this address
  CONFORMANCE_STAFF_EMAIL, CONFORMANCE_STAFF_PASSWORD
                        the sign-in of an editor or an administrator, for the checks that write
  CONFORMANCE_EXHAUST=1 also spends the remaining requests of the day, to check that exactly as many are admitted
  CONFORMANCE_YES=1     starts although too few requests are left
  CONFORMANCE_NEXT=1    skips malformed requests, which Next's own server and proxies such as nginx refuse themselves

Exit code: 0 all passed, 1 a check failed, 2 the deployment could not be checked, 130 interrupted.`;

const notGiven = "must be given: where the service is, such as http://localhost:3000";
const noAddress = "must be an http or https address";
const address = z
  .url({ protocol: /^https?$/, error: ({ input }) => (input === undefined ? notGiven : noAddress), abort: true })
  .regex(/^\w+:\/\/[^/?#]+(\/(api\/?)?)?$/, "must be the service's origin, with or without /api")
  .transform((url) => new URL(url).origin);
const key = z.string().regex(/^[\x21-\x7e]+$/, "must be an API key");
const text = z.string().min(1, "must not be empty").optional();
const choice = z.stringbool({ error: "must be 1 or 0" }).default(false);

const schema = z
  .strictObject(
    {
      CONFORMANCE_URL: address,
      CONFORMANCE_KEY: key.optional(),
      CONFORMANCE_STAFF_EMAIL: text,
      CONFORMANCE_STAFF_PASSWORD: text,
      CONFORMANCE_EXHAUST: choice,
      CONFORMANCE_YES: choice,
      CONFORMANCE_NEXT: choice,
    },
    { error: (issue) => (issue.code === "unrecognized_keys" ? `${issue.keys.join(", ")} is no setting` : undefined) },
  )
  .refine((sent) => !sent.CONFORMANCE_STAFF_EMAIL === !sent.CONFORMANCE_STAFF_PASSWORD, {
    path: ["CONFORMANCE_STAFF_EMAIL"],
    message: "and CONFORMANCE_STAFF_PASSWORD belong together",
  });

/** @throws UsageError */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): z.output<typeof schema> {
  const ours = Object.entries(environment).filter(([name]) => name.startsWith("CONFORMANCE_"));
  const parsed = schema.safeParse(Object.fromEntries(ours));
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map(({ path, message }) => `${[...path, message].join(" ")}.`);
  throw new UsageError(mistakes.join("\n"));
}
