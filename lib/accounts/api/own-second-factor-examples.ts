import "server-only";
import { exampleAccount } from "./examples.ts";
import type { OperationTag } from "../../http/declaration.ts";
import type { PasskeyRecord, PendingApp, SecondFactors } from "../second-factors/schema.browser.ts";

/** The examples of second factors in the OpenAPI document. */

export const secondFactorsTag: OperationTag = {
  name: "Second factors",
  description:
    "What an account asks for besides its password: an authenticator app, passkeys, and recovery codes for the day on which both are lost. Changes require a sign-in within the last 10 minutes.",
};

export const examplePasskey: PasskeyRecord = {
  id: "0d1a7b5e-2c84-4f0e-9d53-6a1f8e3b7c20",
  name: "Laptop",
  created_at: "2026-10-02T19:00:00.000Z",
  last_used_at: "2026-10-05T08:12:00.000Z",
};

export const exampleFactors: SecondFactors = {
  totp: { created_at: "2026-10-02T18:55:00.000Z" },
  passkeys: [examplePasskey],
  recovery_codes_left: 10,
};

export const noFactors: SecondFactors = { totp: null, passkeys: [], recovery_codes_left: 0 };

export const exampleRecoveryCodes = Array.from({ length: 10 }, (_, index) =>
  ["k7vq", "3mzs", `xe${"abcdefghjk"[index]}4`].join("-"),
);

const exampleSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export const examplePendingApp: PendingApp = {
  secret: exampleSecret,
  uri: `otpauth://totp/Theatre%20Listings:${encodeURIComponent(exampleAccount.email)}?issuer=Theatre%20Listings&secret=${exampleSecret}&algorithm=SHA1&digits=6&period=30`,
};

const exampleChallenge = "pF1d6l0f5aWl5cW9mY2hhbGxlbmdlLW9mLTMyLWJ5dGU";

export const exampleCreationOptions = {
  challenge: exampleChallenge,
  rp: { name: "Theatre Listings", id: "listings.example.com" },
  user: { id: "NmExZjBkNTI", name: exampleAccount.email, displayName: exampleAccount.email },
  pubKeyCredParams: [{ alg: -7, type: "public-key" }],
  timeout: 60_000,
  attestation: "none",
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", userVerification: "required", requireResidentKey: true },
  extensions: { credProps: true },
  hints: [],
};

export const exampleRequestOptions = {
  rpId: "listings.example.com",
  challenge: exampleChallenge,
  timeout: 60_000,
  userVerification: "required",
};

export const exampleRegistration = {
  id: "Zm9yLXRoZS1leGFtcGxl",
  rawId: "Zm9yLXRoZS1leGFtcGxl",
  type: "public-key",
  response: { clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0", attestationObject: "o2NmbXRkbm9uZQ" },
  clientExtensionResults: {},
};
