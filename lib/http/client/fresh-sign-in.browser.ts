/** How a page asks for the new sign-in that an operation needs; it says whether there was one. */
export const freshSignIn = { ask: (): Promise<boolean> => Promise.resolve(false) };

let asking: Promise<boolean> | null = null;

/** @param send sent again after a new sign-in. Requests that need one at the same time share it. */
export async function withFreshSignIn<Answer extends { readonly status: number; readonly body: unknown }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await send();
  const { error } = (answer.body ?? {}) as { error?: unknown };
  if (answer.status !== 403 || error !== "Sign in again") return answer;
  asking ??= freshSignIn.ask().finally(() => (asking = null));
  return (await asking) ? send() : answer;
}
