import "server-only";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { parseJson } from "../../core/json.browser.ts";
import type { Clock } from "../../core/clock.ts";
import type { PrismaClient } from "../../db/generated/client.ts";
import {
  findPasskey,
  listCredentials,
  recordPasskeyUse,
  storeChallenge,
  takeChallenge,
  type NewPasskey,
} from "./passkey-queries.ts";

/** Web Authentication, level 3. Challenges are in the database, so that any instance can take the response. */

/** EdDSA, ES256 and RS256, by their COSE numbers: those that authenticators use. */
const algorithms = [-8, -7, -257];

interface PasskeyContext {
  prisma: PrismaClient;
  /** Of the service's pages, such as `https://listings.example.com`; its host is the relying party. */
  origin: string;
  now: Clock;
}

/** Loaded at the first use: it takes tens of megabytes and a noticeable time. */
const load = () => import("@simplewebauthn/server");

const relyingPartyOf = ({ origin }: PasskeyContext) => new URL(origin).hostname;

/** Options to add a passkey to an account. @throws AppError 409 when it has too many. */
export async function passkeyCreationOptions(context: PasskeyContext, account: { id: string; email: string }) {
  const excludeCredentials = await listCredentials(context.prisma, account.id);
  const { generateRegistrationOptions } = await load();
  const options = await generateRegistrationOptions({
    rpName: "Theatre Listings",
    rpID: relyingPartyOf(context),
    // An authenticator stores it with the passkey and may show nothing of it: the account's id, not its address.
    userID: new Uint8Array(Buffer.from(account.id)),
    userName: account.email,
    userDisplayName: account.email,
    excludeCredentials,
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await storeChallenge(context.prisma, { challenge: options.challenge, account_id: account.id }, context.now());
  return options;
}

/** Uses the challenge up. @returns null for a response to no challenge of this account, for this origin. */
export async function readNewPasskey(
  context: PasskeyContext,
  accountId: string,
  response: unknown,
): Promise<Omit<NewPasskey, "name"> | null> {
  const challenge = await takeChallengeOf(response, accountId, context);
  if (challenge === null) return null;
  const { verifyRegistrationResponse } = await load();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library checks each member, and throws on those that are missing or malformed.
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: context.origin,
      expectedRPID: relyingPartyOf(context),
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: transportsOf(transports),
    };
  } catch {
    return null;
  }
}

/** Options to sign in: the authenticator offers the passkeys that it has for this service. */
export async function passkeyRequestOptions(context: PasskeyContext) {
  const { generateAuthenticationOptions } = await load();
  const options = await generateAuthenticationOptions({ rpID: relyingPartyOf(context), userVerification: "required" });
  await storeChallenge(context.prisma, { challenge: options.challenge, account_id: null }, context.now());
  return options;
}

/** Uses the challenge up, and notes the use. @returns null for a response to no challenge, or by no passkey of an account. */
export async function readPasskeySignIn(context: PasskeyContext, response: unknown) {
  const { prisma, now } = context;
  const challenge = await takeChallengeOf(response, null, context);
  if (challenge === null) return null;
  // The library checks each member, and throws on those that are missing or malformed.
  const assertion = response as AuthenticationResponseJSON;
  const passkey = await findPasskey(prisma, plainCode.safeParse(assertion.id).data ?? "");
  // A passkey that can be discovered always names its account.
  if (!passkey || assertion.response.userHandle !== Buffer.from(passkey.account.id).toString("base64url")) return null;
  const { id, credential_id, public_key, counter, account } = passkey;
  const { verifyAuthenticationResponse } = await load();
  const verification = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: challenge,
    expectedOrigin: context.origin,
    expectedRPID: relyingPartyOf(context),
    credential: {
      id: credential_id,
      publicKey: new Uint8Array(Buffer.from(public_key, "base64url")),
      counter: Number(counter),
    },
  }).catch(() => null);
  if (!verification?.verified) return null;
  const use = { id, counter: verification.authenticationInfo.newCounter, at: new Date(now()) };
  return (await recordPasskeyUse(prisma, use)) ? account : null;
}

/** In base64url, and no longer than a credential's id may be. */
const plainCode = z.string().regex(/^[\w-]{1,1364}$/);

const withChallenge = z.object({
  response: z.object({
    clientDataJSON: z
      .string()
      .transform((text) => parseJson(Buffer.from(text, "base64url").toString()))
      .pipe(z.object({ challenge: plainCode })),
  }),
});

/** Uses up the challenge that a response names. @returns null when it is unknown, of another account or too old. */
async function takeChallengeOf(response: unknown, account_id: string | null, { prisma, now }: PasskeyContext) {
  const challenge = withChallenge.safeParse(response).data?.response.clientDataJSON.challenge;
  if (challenge === undefined) return null;
  return (await takeChallenge(prisma, { challenge, account_id }, now())) ? challenge : null;
}

/** Browsers may name ways that do not exist yet. */
function transportsOf(names: readonly unknown[]): string[] {
  return names.filter((name): name is string => typeof name === "string" && /^[a-z-]{1,20}$/.test(name)).slice(0, 10);
}
