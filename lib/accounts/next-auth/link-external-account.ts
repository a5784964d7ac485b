import "server-only";
import { emailAddress } from "../schema.browser.ts";
import type { Database } from "../../db/database.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { name as nameField } from "../../core/fields.browser.ts";
import { linkIdentity, type ExternalPerson } from "../identity-queries.ts";

/** What a provider says about a person, not yet verified. */
export interface ProviderClaims {
  provider: string;
  subject: string;
  email: unknown;
  name: unknown;
  isVerified: boolean;
}

/** `joined`: signed in to an account, old or new. Otherwise the reason for the refusal. */
export type LinkResult = "joined" | "blocked" | "no address" | "taken";

/**
 * Finds or creates the account of a person who signed in at a provider: the account they used before, the account with
 * their address when the provider vouches for it, or a new developer account.
 */
export async function linkExternalAccount(database: Database, claims: ProviderClaims): Promise<LinkResult> {
  const person: ExternalPerson = {
    provider: claims.provider,
    subject: claims.subject,
    email: emailAddress.safeParse(claims.email).data ?? null,
    name: nameField.safeParse(claims.name).data ?? null,
    isVerified: claims.isVerified,
  };
  for (let others = 0; ; others += 1) {
    try {
      return await linkIdentity(database.prisma, person);
    } catch (error) {
      // Concurrent sign-ins of one person: another one created the account or the identity first.
      if (violatedConstraint(error) !== "unique" || others === 2) throw error;
    }
  }
}
