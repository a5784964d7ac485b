/** Calls the browser's Web Authentication. The library loads when it is needed. */

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { sendApi } from "@/lib/http/client/client.browser";

const load = () => import("@simplewebauthn/browser");

/** Why the browser has no response, in a text for people. */
export class PasskeyError extends Error {
  override name = "PasskeyError";
}

/** Asks the browser for a new passkey. @throws PasskeyError */
export async function createPasskey(options: object): Promise<object> {
  const { browserSupportsWebAuthn, startRegistration } = await load();
  requireSupport(browserSupportsWebAuthn());
  // The API sends what the library expects.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isThere = error instanceof Error && error.name === "InvalidStateError";
    throw new PasskeyError(
      isThere
        ? "This device already has a passkey for your account."
        : "Your browser didn’t add a passkey. Try again, and confirm with your fingerprint, face or PIN.",
    );
  });
}

/** Asks for a passkey to sign in with. @returns the browser's response as JSON. @throws PasskeyError, RequestError */
export async function readPasskey(): Promise<string> {
  const { browserSupportsWebAuthn, startAuthentication } = await load();
  requireSupport(browserSupportsWebAuthn());
  const optionsJSON = await requestOptions();
  const response = await startAuthentication({ optionsJSON }).catch(() => null);
  if (!response) throw new PasskeyError("Your browser didn’t use a passkey. Try again, or sign in with your password.");
  return JSON.stringify(response);
}

/**
 * Lets the browser offer passkeys where it fills in the email address, for as long as the page waits.
 *
 * @returns null when it can't, or another request took its place.
 */
export async function offerPasskeys(): Promise<string | null> {
  if (!isSecureContext || isByIpAddress()) return null;
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await load();
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  try {
    const response = await startAuthentication({ optionsJSON: await requestOptions(), useBrowserAutofill: true });
    return JSON.stringify(response);
  } catch {
    return null;
  }
}

/** Ends an offer that still waits. */
export async function withdrawPasskeys(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}

async function requestOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await sendApi<PublicKeyCredentialRequestOptionsJSON>("POST", "/account/passkey-options")).body;
}

function requireSupport(isSupported: boolean): void {
  if (!isSecureContext) throw new PasskeyError("Passkeys need https. Open this page by its https address.");
  if (isByIpAddress()) throw new PasskeyError("Passkeys need an address with a name. Open this page by its name.");
  if (!isSupported) throw new PasskeyError("Your browser can’t use passkeys here.");
}

/** A passkey belongs to a domain (Web Authentication §5.1.2), which such an address has not. */
function isByIpAddress(): boolean {
  return /^[\d.]+$|^\[/.test(location.hostname);
}
