import { QueryClientContext, type QueryKey } from "@tanstack/react-query";
import { useContext } from "react";
import { useToast } from "@/components/ui/toasts";
import { RequestError, sendApi, type ApiResponse } from "@/lib/client/client.browser";
import { useApiWrite } from "./use-api-write";

export type WriteMethod = "POST" | "PUT" | "PATCH" | "DELETE";

/** What follows a write. */
export interface WriteEffects<Body> {
  /** What a toast says once it is done. */
  said?: string | ((body: Body) => string);
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
  const say = useToast();

  /** @returns the answer; null when the API refused, or while another write is pending. */
  async function write<Body = unknown>(
    method: WriteMethod,
    path: string,
    body?: unknown,
    { said, refetch = [[]], onRefused }: WriteEffects<Body> = {},
  ): Promise<ApiResponse<Body> | null> {
    const readAgain = () => Promise.all(refetch.map(async (queryKey) => client?.invalidateQueries({ queryKey })));
    return run(async (signal) => {
      const answer = await sendApi<Body>(method, path, body, null, signal).catch((error: unknown) => {
        // What the page shows may have changed elsewhere.
        void readAgain();
        if (error instanceof RequestError) onRefused?.(error);
        throw error;
      });
      await Promise.race([readAgain(), new Promise((resolve) => setTimeout(resolve, refetchLimitMilliseconds))]);
      if (said !== undefined) say({ text: typeof said === "string" ? said : said(answer.body) });
      return answer;
    });
  }

  return { ...state, write };
}
