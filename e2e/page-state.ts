import { expect, type BrowserContext, type Page, type Request } from "@playwright/test";

/** The requests that have no answer yet, and the number of all so far. */
const trafficOf = new WeakMap<BrowserContext, { open: Set<Request>; count: number }>();

/** Follows the pages of a context. `goto` and `reload` then return once the page is hydrated. */
export function followPages(context: BrowserContext): void {
  const traffic = { open: new Set<Request>(), count: 0 };
  trafficOf.set(context, traffic);
  context.on("request", (request) => {
    traffic.open.add(request);
    traffic.count += 1;
  });
  context.on("requestfinished", (request) => traffic.open.delete(request));
  context.on("requestfailed", (request) => traffic.open.delete(request));
  context.on("page", (page) => {
    const { goto, reload } = page;
    page.goto = async (...where) => {
      const answer = await goto.apply(page, where);
      await untilHydrated(page);
      return answer;
    };
    page.reload = async (...how) => {
      const answer = await reload.apply(page, how);
      await untilHydrated(page);
      return answer;
    };
  });
}

/** Waits until a press has an effect: one before that is lost, which happens on a slow machine only. */
async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    interface Root {
      stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } };
    }
    const name = Object.keys(document).find((key) => key.startsWith("__reactContainer$"));
    const root = name === undefined ? null : (document as unknown as Record<string, Root>)[name];
    const isPlain = document.readyState === "complete" && !document.querySelector('script[src^="/_next/"]');
    return isPlain || root?.stateNode.current.memoizedState?.isDehydrated === false;
  });
  await untilIdle(page);
}

/** Waits until a page has loaded all that it asks for by itself, and has shown it. */
export async function atRest(page: Page): Promise<void> {
  const traffic = trafficOf.get(page.context());
  if (!traffic) throw new Error("Only pages with scripts come to rest.");
  const state = async () => {
    const before = traffic.count;
    await untilIdle(page);
    return { unanswered: [...traffic.open].map((request) => request.url()), new: traffic.count - before };
  };
  await expect.poll(state, { intervals: [0, 20, 50, 100] }).toEqual({ unanswered: [], new: 0 });
}

/** Comes after all that a page has to do at the moment: in the frame that is drawn, when parts come into view, and then. */
async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const later = () => requestIdleCallback(resolve, { timeout: 2_000 });
        requestAnimationFrame(() => requestAnimationFrame(later));
      }),
  );
}
