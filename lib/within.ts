/** The promise's own outcome, or a rejection when it takes longer. The work itself goes on. */
export function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // An answer that has arrived but was not read yet, because this process was busy, is no late answer.
      setImmediate(() => reject(new Error(`No answer within ${milliseconds} ms.`)));
    }, milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
