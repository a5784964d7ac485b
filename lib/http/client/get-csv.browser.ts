import { RequestError, readLimitMilliseconds, toApiResponse } from "./client.browser.ts";

/** Sends a GET for CSV. @throws RequestError for every unsuccessful response, and when none comes. */
export async function getCsv(path: string): Promise<string> {
  const signal = AbortSignal.timeout(readLimitMilliseconds);
  const init = { headers: { Accept: "text/csv" }, cache: "no-store", signal } as const;
  const received = await fetch(`/api${path}`, init)
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((cause: unknown) => {
      throw new RequestError(null, cause);
    });
  const { response, text } = received;
  if (!response.ok) throw new RequestError(toApiResponse(response, text, 0));
  return text;
}
