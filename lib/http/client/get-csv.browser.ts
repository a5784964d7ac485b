import { RequestError, fail, readLimitMilliseconds, toApiResponse } from "./client.browser.ts";

/** Sends a GET for CSV. @throws RequestError for every unsuccessful response, and when none comes. */
export async function getCsv(path: string): Promise<string> {
  const signal = AbortSignal.timeout(readLimitMilliseconds);
  const init = { headers: { Accept: "text/csv" }, cache: "no-store", signal } as const;
  const response = await fetch(`/api${path}`, init).catch(fail);
  const text = await response.text().catch(fail);
  if (!response.ok) throw new RequestError(toApiResponse(response, text, 0));
  return text;
}
