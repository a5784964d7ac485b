import "server-only";
import { performance } from "node:perf_hooks";

/** Even a process that never rests gives up after that many times what it was given. */
const patience = 5;

/**
 * The promise's own outcome, or a rejection when it takes longer. The work itself goes on.
 * Only time in which this process had nothing to do counts: while it is busy, answers that
 * have long arrived wait unread, and their lateness is not the other side's.
 */
export function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const [begun, idleBefore] = [performance.now(), idleMilliseconds()];
  return new Promise((resolve, reject) => {
    const look = () => {
      const left = milliseconds - (idleMilliseconds() - idleBefore);
      if (left > 1 && performance.now() - begun < patience * milliseconds) timer = setTimeout(look, left);
      // After a last look at what has arrived.
      else setImmediate(() => reject(new Error(`No answer within ${milliseconds} ms.`)));
    };
    let timer = setTimeout(look, milliseconds);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: Error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

function idleMilliseconds(): number {
  return performance.eventLoopUtilization().idle;
}
