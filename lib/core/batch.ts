export interface BatchOptions {
  /** How many batches may be in progress. */
  maxConcurrent?: number;
  /** Turns of the event loop in which more may come: a second one has what the answers just written trigger. */
  turns?: number;
}

/** For remote stores: waiting two turns doubles the batch size. */
export const remoteBatchTurns = 2;

interface PendingItem<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns a function of many into a function of one: calls that arrive while batches are in progress form the next batch.
 * Answers keep the order of the calls. An error among them is the answer of its call alone.
 *
 * All answers of a batch are delivered at once, so that their responses are written together: waking a client that
 * sleeps between two writes costs more than the rest of a request.
 */
export function batch<Item, Result>(
  runAll: (items: Item[]) => Promise<(Result | Error)[]>,
  { maxConcurrent = 1, turns = 1 }: BatchOptions = {},
): (item: Item) => Promise<Result> {
  let waiting: PendingItem<Item, Result>[] = [];
  let inFlight = 0;
  let isGathering = false;

  async function send(): Promise<void> {
    inFlight += 1;
    while (waiting.length > 0 && !isGathering) {
      isGathering = true;
      // Each turn ends after the poll phase, when everything that was ready has been read from the sockets.
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      isGathering = false;
      const batch = waiting;
      waiting = [];
      await runBatch(batch, runAll);
    }
    inFlight -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (inFlight < maxConcurrent && !isGathering) void send();
    });
}

async function runBatch<Item, Result>(
  batch: PendingItem<Item, Result>[],
  runAll: (items: Item[]) => Promise<(Result | Error)[]>,
): Promise<void> {
  try {
    const results = await runAll(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = index < results.length ? results[index] : new Error("A batched call got no answer.");
      if (result instanceof Error) reject(result);
      else resolve(result as Result);
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
