import "server-only";
import { bodyIncomplete, bodyTooLarge } from "./body.ts";

/** For Next's server the end of the stream is the end of the connection: before it, a client has to read the refusal. */
const lingerMilliseconds = 1000;

/**
 * The bytes of a web request's body, at most `max` of them. Further bytes are neither read nor kept.
 *
 * @throws AppError 413 when there are more, 400 when the body ends before its announced end.
 */
export async function readRequestBody(request: Request, max: number): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > max) throw bodyTooLarge(max);
  const reader = request.body?.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw bodyIncomplete();
    });
    if (done) break;
    size += value.length;
    if (size > max) {
      setTimeout(() => void reader.cancel().catch(() => undefined), lingerMilliseconds);
      throw bodyTooLarge(max);
    }
    pieces.push(value);
  }
  return Buffer.concat(pieces);
}
