import "server-only";
import { databaseErrorToAppError } from "@/lib/db/errors";

/** A file beside the pages, such as a picture. One that can't be made without the database is a 503, not Next's empty 500. */
export function wholeFile<Given extends unknown[]>(make: (...given: Given) => Promise<Response>) {
  return (...given: Given): Promise<Response> =>
    make(...given).catch((error: unknown) => {
      const refusal = databaseErrorToAppError(error);
      if (!refusal) throw error;
      const headers = { "Cache-Control": "no-store", ...refusal.details.headers };
      return Response.json(refusal.body, { status: refusal.status, headers });
    });
}
