/** Calls the browser's Web Authentication. The library loads when it is needed. */

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { RequestError, sendApi } from "@/lib/http/client/client.browser";

/** Why the browser has no response, in a text for people. */
export class PasskeyError extends Error {
  override name = "PasskeyError";
}

/** Asks the browser for a new passkey. @throws PasskeyError */
export async function createPasskey(options: object): Promise<object> {
  const { startRegistration } = await loadWhereSupported();
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

/** A challenge works for five minutes; the offer is renewed before that, when the reader comes back to the page. */
const renewMilliseconds = 4 * 60_000;

interface Options {
  /** Whether the browser offers passkeys where it fills in the email address. */
  isOffered: boolean;
  /** Gets the browser's response as JSON. */
  signIn(response: string): Promise<unknown>;
  onProblem(text: string): void;
}

/** Sign-in by passkey: offered by the browser where it fills in the email address, and by a button. */
export function usePasskeySignIn({ isOffered, signIn, onProblem }: Options) {
  const offeredAt = useRef(0);
  const [refusals, setRefusals] = useState(0);
  const offer = useEffectEvent(async () => {
    offeredAt.current = performance.now();
    const response = await offerPasskeys().catch(() => null);
    if (response) await signIn(JSON.stringify(response));
  });

  useEffect(() => {
    if (!isOffered) return undefined;
    const renew = () => {
      const isDue = performance.now() - offeredAt.current > renewMilliseconds;
      if (isDue && document.visibilityState === "visible") void offer();
    };
    void offer();
    document.addEventListener("visibilitychange", renew);
    document.addEventListener("focusin", renew);
    return () => {
      document.removeEventListener("visibilitychange", renew);
      document.removeEventListener("focusin", renew);
      // Ends an offer that still waits.
      void load().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    };
  }, [isOffered, refusals]);

  return async () => {
    try {
      const { startAuthentication } = await loadWhereSupported();
      const optionsJSON = await requestOptions();
      const response = await startAuthentication({ optionsJSON }).catch(() => null);
      if (!response)
        throw new PasskeyError("Your browser didn’t use a passkey. Try again, or sign in with your password.");
      await signIn(JSON.stringify(response));
    } catch (error) {
      if (!(error instanceof RequestError || error instanceof PasskeyError)) throw error;
      onProblem(error.message);
      // The button ended the offer, so it begins again.
      setRefusals((count) => count + 1);
    }
  };
}

/** The offer, while the page waits. @returns null when the browser makes none; throws when it can't, or is replaced. */
async function offerPasskeys(): Promise<object | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await loadWhereSupported();
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  return startAuthentication({ optionsJSON: await requestOptions(), useBrowserAutofill: true });
}

const load = () => import("@simplewebauthn/browser");

async function loadWhereSupported() {
  if (!isSecureContext) throw new PasskeyError("Passkeys need https. Open this page by its https address.");
  // A passkey belongs to a domain (Web Authentication §5.1.2), which an IP address has not.
  if (/^[\d.]+$|^\[/.test(location.hostname))
    throw new PasskeyError("Passkeys need an address with a name. Open this page by its name.");
  const library = await load();
  if (!library.browserSupportsWebAuthn()) throw new PasskeyError("Your browser can’t use passkeys here.");
  return library;
}

async function requestOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await sendApi<PublicKeyCredentialRequestOptionsJSON>("POST", "/account/passkey-options")).body;
}
