import "server-only";
import { databaseErrorToAppError } from "@/lib/db/errors";

/** A file that any origin may fetch. @param type its `Content-Type`. */
export function respondWithFile(text: string, type: string): Response {
  const headers = { "Content-Type": type, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*" };
  return new Response(text, { headers });
}

/** The same as plain text. */
export const respondWithText = (text: string) => respondWithFile(text, "text/plain; charset=utf-8");

/** A file beside the pages, such as a picture. One that can't be made without the database is a 503, not Next's empty 500. */
export function wholeFile<Parameters extends unknown[]>(make: (...parameters: Parameters) => Promise<Response>) {
  return (...parameters: Parameters): Promise<Response> =>
    make(...parameters).catch((error: unknown) => {
      const refusal = databaseErrorToAppError(error);
      if (!refusal) throw error;
      const headers = { "Cache-Control": "no-store", ...refusal.details.headers };
      return Response.json(refusal.body, { status: refusal.status, headers });
    });
}
