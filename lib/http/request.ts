import "server-only";
import { AppError } from "../errors.ts";
import { parseTarget, type Target } from "./router.ts";

/** One request, from whichever door it came: our own port, or Next's. */
export interface Call {
  readonly method: string;
  readonly target: Target;
  /** The value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  /** The address at the other end of the connection, where that is known. */
  readonly peer: string | null;
  /**
   * The bytes of the body, at most `most` of them.
   *
   * @throws AppError 413 when there are more, 400 when it ends before its announced end.
   */
  readBody(most: number): Promise<Buffer>;
  /** Whether it is known that nobody waits for the answer any more. */
  isGone(): boolean;
  /** What is wrong with the request before anybody looks at what it asks for. */
  readonly defect: AppError | null;
}

/** What is known of a request where it came in. Absent: no peer, no body, no defect, and a client that waits. */
interface Received extends Pick<Call, "method" | "header">, Partial<Omit<Call, "method" | "header" | "target">> {
  /** As sent (RFC 9112 §3.2). */
  target: string;
}

/** Makes every request of the service, so that all are judged alike: broken percent-encoding is 400 (RFC 3986 §2.1). */
export function createRequest(received: Received): Call {
  const { method, header, peer = null, readBody = noBody, isGone = isThere, defect = null } = received;
  const target = parseTarget(received.target);
  return {
    method,
    target,
    header,
    peer,
    readBody,
    isGone,
    defect: defect ?? (target.isWellFormed ? null : new AppError("bad_request")),
  };
}

const nothing = Buffer.alloc(0);
const noBody = async () => nothing;
const isThere = () => false;

/** One answer, ready to be written. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Null where there is none, and for HEAD. */
  body: Buffer | null;
  /** Instead of a body: one that is made while it is sent. Its making goes on to its end even when it is not read. */
  stream?: AsyncIterable<Buffer>;
}
