"use client";

import { useRef, useState } from "react";
import { callNextAuth } from "./auth-calls";

/** Calls next-auth and follows its redirect; busy until the page is left. */
export function useNextAuth(first: string | null = null) {
  const [problem, setProblem] = useState(first);
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);

  /**
   * @param explain the text for a code of next-auth; null: nothing is shown. Default: the usual text.
   * @returns the code of the error, if next-auth gave one.
   */
  async function call(
    action: string,
    fields: Record<string, string>,
    explain: (code: string | undefined, usual: string) => string | null = (_code, usual) => usual,
  ): Promise<string | undefined> {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    setIsBusy(true);
    setProblem(null);
    const outcome = await callNextAuth(action, fields);
    if ("url" in outcome) {
      location.assign(outcome.url);
      return undefined;
    }
    setProblem(explain(outcome.code, outcome.problem));
    setIsBusy(false);
    isUnderWay.current = false;
    return outcome.code;
  }

  return { call, isBusy, problem, setProblem };
}
