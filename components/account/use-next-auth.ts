"use client";

import { useRef, useState } from "react";
import { callNextAuth } from "./auth-calls";

/** Calls next-auth and follows its redirect; busy until the page is left. */
export function useNextAuth(first: string | null = null) {
  const [problem, setProblem] = useState(first);
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);

  async function call(action: string, fields: Record<string, string>): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setProblem(null);
    const outcome = await callNextAuth(action, fields);
    if ("url" in outcome) return location.assign(outcome.url);
    setProblem(outcome.problem);
    setIsBusy(false);
    isUnderWay.current = false;
  }

  return { call, isBusy, problem };
}
