import "server-only";
import { bodyIncomplete, bodyTooLarge, lingerMilliseconds } from "./body.ts";

/**
 * Reads at most `max` bytes of a web request's body; further bytes are neither read nor kept.
 *
 * @throws AppError 413 when the body is longer, 400 when it ends early.
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
      // Next's server closes the connection when the stream is cancelled.
      setTimeout(() => void reader.cancel().catch(() => undefined), lingerMilliseconds);
      throw bodyTooLarge(max);
    }
    pieces.push(value);
  }
  return Buffer.concat(pieces);
}
