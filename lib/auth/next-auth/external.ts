import "server-only";
import { emailAddress } from "../../accounts/schema.ts";
import type { Database } from "../../db/connect.ts";
import { brokenRule } from "../../db/errors.ts";
import { name as nameField } from "../../fields.ts";
import { admitIdentity, type ExternalPerson } from "../../identities/queries.ts";

/** What a provider says of somebody, before anything of it is believed. */
export interface Claims {
  provider: string;
  subject: string;
  email: unknown;
  name: unknown;
  isVerified: boolean;
}

/** `joined` to an account, old or new; or why not. */
export type Admittance = "joined" | "blocked" | "no address" | "taken";

/**
 * The account of somebody who signed in at a provider: the one that they had before, the one
 * with their address where the provider vouches for it, or a new developer's.
 */
export async function admitExternal(database: Database, claims: Claims): Promise<Admittance> {
  const person: ExternalPerson = {
    provider: claims.provider,
    subject: claims.subject,
    email: emailAddress.safeParse(claims.email).data ?? null,
    name: nameField.safeParse(claims.name).data ?? null,
    isVerified: claims.isVerified,
  };
  for (let others = 0; ; others += 1) {
    try {
      return await admitIdentity(database.prisma, person);
    } catch (error) {
      // The same person came through several doors at once: one of the others made the account, another the identity.
      if (brokenRule(error) !== "unique" || others === 2) throw error;
    }
  }
}
