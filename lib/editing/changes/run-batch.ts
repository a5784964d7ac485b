import "server-only";
import type { Representation } from "../../catalogue/representation.ts";
import { ConcurrencyLimit, type LimitedWork } from "../../core/concurrency-limit.ts";
import { maxBodyBytes } from "../../http/body.ts";
import type { HandlerResult, HttpRequest, RequestContext } from "../../http/route.ts";

/** Work on many records that reports its progress. */
export interface BatchWork {
  /** How many steps it has. */
  readonly of: number;
  /** @param onProgress called with the number of steps that are done. */
  readonly run: (
    onProgress: (done: number) => void,
  ) => Promise<{ body: Representation; headers: Record<string, string> }>;
}

/** Covers reading and writing: a body of 8 MiB takes up to a hundred megabytes until its last change is made. */
const largeBatches = new ConcurrencyLimit({
  inFlight: 1,
  inFlightPerCaller: 1,
  waiting: 4,
  waitingPerCaller: 4,
  maxWaitMilliseconds: 10_000,
  message: "Other large batches are being processed. Try again in a few seconds.",
});

/**
 * Answers a request for many changes: large ones one at a time, with lines of progress where `Accept` asks for them.
 *
 * @param read reads the request, once it is its turn.
 */
export function runBatch(
  { request, caller }: Pick<RequestContext, "request" | "caller">,
  read: () => Promise<BatchWork>,
): Promise<HandlerResult> {
  const answer: LimitedWork<HandlerResult> = async (hold) => {
    const { of, run } = await read();
    if (!wantsLines(request)) return run(() => undefined);
    let end = () => {};
    hold(new Promise<void>((resolve) => (end = resolve)));
    const report = async (send: (line: object) => void) => (await run((done) => send({ done, of }))).body;
    return { body: null, work: (send) => report(send).finally(end) };
  };
  return isLarge(request)
    ? largeBatches.run(caller, () => request.isGone(), answer)
    : answer(
        () => undefined,
        () => undefined,
      );
}

function wantsLines(request: HttpRequest): boolean {
  return /(^|,)\s*application\/x-ndjson\s*(;|,|$)/i.test(request.header("accept") ?? "");
}

/** Whether the body may exceed the usual limit. A chunked body could have any length. */
function isLarge(request: HttpRequest): boolean {
  const length = request.header("content-length");
  return length === undefined || Number(length) > maxBodyBytes;
}
