"use client";

import { ApiError } from "@/lib/client/client";
import { useApiWrite } from "./use-api-write";

interface Effects<Input, Answer> {
  /** What the page holds of it is brought up to date; until then the mutation is not over. */
  onSuccess?: (answer: Answer, input: Input) => void | Promise<void>;
  onError?: (error: ApiError) => void;
}

/**
 * A write of the API together with what follows from it for the answers that the page holds. Each has a hook of its own
 * beside its feature (`useCreateKey`, `useUpdateRecord`): components name the hook, not the path.
 */
export function useApiMutation<Input, Answer>(
  send: (input: Input, signal: AbortSignal) => Promise<Answer>,
  { onSuccess, onError }: Effects<Input, Answer> = {},
) {
  const { write, ...state } = useApiWrite();

  /**
   * @param onRefused told why, where the one who asks has more to do about it than to show `error`.
   * @returns null when the service refused, or while another is on its way.
   */
  function mutate(input: Input, onRefused?: (error: ApiError) => void): Promise<Answer | null> {
    return write(async (signal) => {
      try {
        const answer = await send(input, signal);
        await onSuccess?.(answer, input);
        return answer;
      } catch (error) {
        if (error instanceof ApiError) {
          onError?.(error);
          onRefused?.(error);
        }
        throw error;
      }
    });
  }

  return { ...state, mutate };
}
