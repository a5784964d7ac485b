import { useRef, useState } from "react";
import { RequestError } from "@/lib/client/client.browser";

/** After this time the page says that the request is still running. */
const slowMilliseconds = 5_000;

/**
 * One write at a time, with the error of the last one. Not a mutation of TanStack Query, because that keeps request and
 * response, and either may contain a secret.
 */
export function useApiWrite() {
  const [isBusy, setIsBusy] = useState(false);
  const [isSlow, setIsSlow] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  const stopper = useRef<AbortController | null>(null);

  /**
   * @param send gets the signal that stops the wait.
   * @returns the result of `send`; null when the API refused, or while another write is pending.
   */
  async function write<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    // A ref, because `isBusy` has the value of the last render.
    if (stopper.current) return null;
    setIsBusy(true);
    setError(null);
    const controller = new AbortController();
    stopper.current = controller;
    const slow = setTimeout(() => setIsSlow(true), slowMilliseconds);
    try {
      return await send(controller.signal);
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
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
