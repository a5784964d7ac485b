import { useRef, useState } from "react";
import { RequestError } from "@/lib/http/client/client.browser";
import type { FailedCall } from "./auth-calls";

/** The page after a session has ended; it says so. */
export const signedOutPath = "/sign-in?done=signed-out";

interface CallOptions {
  /** Texts by next-auth's codes, in place of the usual ones; null: nothing is shown. */
  texts?: Readonly<Record<string, string | null>>;
  /** Receives the address to go to after a success. Default: goes there. */
  follow?: (url: string) => unknown;
}

/** Calls next-auth and follows its redirect; busy until the page is left. */
export function useNextAuth(first: string | null = null) {
  const [problem, setProblem] = useState(first);
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);

  /** @returns the error, if there was one. */
  async function call(
    action: string,
    fields: Record<string, string>,
    { texts = {}, follow = (url) => location.assign(url) }: CallOptions = {},
  ): Promise<FailedCall | undefined> {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    setIsBusy(true);
    setProblem(null);
    // Loads with the call: every page has a button that signs out.
    const code = await import("./auth-calls").catch(() => null);
    const unreachable: FailedCall = { problem: new RequestError(null).message, factors: [] };
    const outcome = code ? await code.callNextAuth(action, fields) : unreachable;
    if ("url" in outcome) {
      await follow(outcome.url);
      return undefined;
    }
    const text = outcome.code === undefined ? undefined : texts[outcome.code];
    setProblem(text === undefined ? outcome.problem : text);
    setIsBusy(false);
    isUnderWay.current = false;
    return outcome;
  }

  return { call, isBusy, problem, setProblem };
}
