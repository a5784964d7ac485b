import { RequestError } from "@/lib/client/client.browser";
import { useApiWrite } from "./use-api-write";

interface Effects<Input, Answer> {
  /** Updates the cached data; the mutation is pending until it is done. */
  onSuccess?: (answer: Answer, input: Input) => void | Promise<void>;
  onError?: (error: RequestError) => void;
}

/**
 * A write to the API together with its effect on cached queries. Each has a hook beside its feature (`useCreateKey`,
 * `useUpdateRecord`), so that components don't name paths.
 */
export function useApiMutation<Input, Answer>(
  send: (input: Input, signal: AbortSignal) => Promise<Answer>,
  { onSuccess, onError }: Effects<Input, Answer> = {},
) {
  const { write, ...state } = useApiWrite();

  /**
   * @param onRefused called with the error, for callers that do more than show `error`.
   * @returns null when the API refused, or while another call is pending.
   */
  function mutate(input: Input, onRefused?: (error: RequestError) => void): Promise<Answer | null> {
    return write(async (signal) => {
      try {
        const answer = await send(input, signal);
        await onSuccess?.(answer, input);
        return answer;
      } catch (error) {
        if (error instanceof RequestError) {
          onError?.(error);
          onRefused?.(error);
        }
        throw error;
      }
    });
  }

  return { ...state, mutate };
}
