"use client";

import { useRef, useState } from "react";
import { ApiError } from "@/lib/client/client";

/** From then on a person wants to know that it still goes on. */
const slowMilliseconds = 5_000;

/**
 * One write at a time, and what went wrong with the last one. Not a mutation of TanStack Query:
 * that keeps what was sent and what came back, and either may hold a secret.
 */
export function useApiWrite() {
  const [isBusy, setIsBusy] = useState(false);
  const [isSlow, setIsSlow] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const stopper = useRef<AbortController | null>(null);

  /**
   * @param send given the signal that tells it to stop waiting.
   * @returns what `send` gives; null when the service refused, or while another write is on its way.
   */
  async function write<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    // Not `isBusy`: that is what it was when the page was last rendered.
    if (stopper.current) return null;
    setIsBusy(true);
    setError(null);
    const controller = new AbortController();
    stopper.current = controller;
    const slow = setTimeout(() => setIsSlow(true), slowMilliseconds);
    try {
      return await send(controller.signal);
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      setError(problem);
      return null;
    } finally {
      clearTimeout(slow);
      stopper.current = null;
      setIsSlow(false);
      setIsBusy(false);
    }
  }

  return {
    write,
    isBusy,
    isSlow,
    stop: () => stopper.current?.abort(),
    error,
  };
}
