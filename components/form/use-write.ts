import { QueryClientContext, type QueryKey } from "@tanstack/react-query";
import { useContext, useRef, useState } from "react";
import { showToast } from "@/components/ui/toasts";
import { RequestError, sendApi, type ApiResponse } from "@/lib/http/client/client.browser";

export type WriteMethod = "POST" | "PUT" | "PATCH" | "DELETE";

/** What follows a write. */
export interface WriteEffects<Body> {
  /** What a toast says once it is done. */
  doneText?: string | ((body: Body) => string);
  /** The queries that are read again, by the beginning of their keys. Default: all that the page shows. */
  refetch?: readonly QueryKey[];
  /** Called with the error, for callers that do more than show `error`. */
  onRefused?(error: RequestError): void;
}

/** The answer may have a secret that is shown once: a slow refetch must not keep it back. */
const refetchLimitMilliseconds = 2_000;

/**
 * Sends a write, reads again what the page shows, and says what was done. One write at a time, with the error of the
 * last one. The entry of the answer (`activityId`) can be undone; `useUndo` offers it.
 */
export function useWrite() {
  const { write: run, ...state } = useApiWrite();
  const client = useContext(QueryClientContext);

  /** @returns the answer; null when the API refused, or while another write is pending. */
  async function write<Body = unknown>(
    method: WriteMethod,
    path: string,
    body?: unknown,
    { doneText, refetch = [[]], onRefused }: WriteEffects<Body> = {},
  ): Promise<ApiResponse<Body> | null> {
    const readAgain = () => Promise.all(refetch.map(async (queryKey) => client?.invalidateQueries({ queryKey })));
    const refused = (error: RequestError) => {
      // What the page shows may have changed elsewhere.
      void readAgain();
      onRefused?.(error);
    };
    return run(async (signal) => {
      const answer = await sendApi<Body>(method, path, body, null, signal);
      await Promise.race([readAgain(), new Promise((resolve) => setTimeout(resolve, refetchLimitMilliseconds))]);
      if (doneText !== undefined) showToast({ text: typeof doneText === "string" ? doneText : doneText(answer.body) });
      return answer;
    }, refused);
  }

  return { ...state, write };
}

/** After this time the page says that the request is still running. */
const slowMilliseconds = 5_000;

/**
 * One write at a time, with the error of the last one. Not a mutation of TanStack Query, which keeps request and
 * response: either may contain a secret.
 */
export function useApiWrite() {
  const [isBusy, setIsBusy] = useState(false);
  const [isSlow, setIsSlow] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  const stopper = useRef<AbortController | null>(null);

  /**
   * @param send gets the signal that stops the wait.
   * @param onRefused called with the error, for callers that do more than show `error`.
   * @returns the result of `send`; null when the API refused, or while another write is pending.
   */
  async function write<Answer>(
    send: (signal: AbortSignal) => Promise<Answer>,
    onRefused?: (error: RequestError) => void,
  ): Promise<Answer | null> {
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
      onRefused?.(problem);
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
