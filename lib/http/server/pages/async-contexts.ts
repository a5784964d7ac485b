import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

/** From Node 24 on, a context costs only what uses it. */
export const areContextsCostly = Number.parseInt(process.versions.node, 10) < 24;

/** To switch them costs something too, so they stay between the pages of one visitor. */
const restMilliseconds = 1_000;

const used = new Set<AsyncLocalStorage<unknown>>();
let isResting = false;
let rendering = 0;
let timer: NodeJS.Timeout | undefined;

/**
 * From now on, async contexts are switched off while no page is rendered. Before Node 24, Node tells every storage that
 * has once run of each promise and each write of the process: a quarter of the processor time of a read. A storage
 * switches itself on when it runs again. Nothing but Next, and what renders pages with it, uses contexts in this process.
 *
 * @param Storage the class whose instances are switched off.
 */
export function restBetweenPages(Storage = AsyncLocalStorage): void {
  if (!areContextsCostly || isResting) return;
  isResting = true;
  const { run, enterWith } = Storage.prototype;
  Storage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...given: Parameters<typeof run>) {
    used.add(this);
    return run.apply(this, given);
  } as typeof run;
  Storage.prototype.enterWith = function (this: AsyncLocalStorage<unknown>, store: unknown) {
    used.add(this);
    enterWith.call(this, store);
  };
}

/** Runs `render`, whose contexts last at least until it has ended. */
export async function whileRendering<Result>(render: () => Promise<Result>): Promise<Result> {
  rendering += 1;
  clearTimeout(timer);
  try {
    return await render();
  } finally {
    rendering -= 1;
    if (rendering === 0 && isResting) timer = setTimeout(rest, restMilliseconds).unref();
  }
}

function rest(): void {
  for (const storage of used) storage.disable();
  used.clear();
}
