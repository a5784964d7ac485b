import { useEffect, useEffectEvent, useRef, useState } from "react";
import { RequestError } from "@/lib/http/client/client.browser";
import { offerPasskeys, PasskeyError, readPasskey, withdrawPasskeys } from "./passkey-calls";

/** A challenge works for five minutes; the offer is renewed before that, when the reader comes back to the page. */
const renewMilliseconds = 4 * 60_000;

interface Options {
  /** Whether the browser offers passkeys where it fills in the email address. */
  isOffered: boolean;
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
    if (response !== null) await signIn(response);
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
      void withdrawPasskeys();
    };
  }, [isOffered, refusals]);

  return async () => {
    try {
      await signIn(await readPasskey());
    } catch (error) {
      if (!(error instanceof RequestError || error instanceof PasskeyError)) throw error;
      onProblem(error.message);
      // The button ended the offer, so it begins again.
      setRefusals((count) => count + 1);
    }
  };
}
