import type { Page } from "@playwright/test";

/**
 * Everything that a page stores, as one text: its content, browser storage, history state, and TanStack Query's caches,
 * which are reached through React's tree.
 */
export function browserStorage(page: Page): Promise<string> {
  return page.evaluate(() => {
    interface Fiber {
      memoizedProps: { client?: Client } | null;
      child: Fiber | null;
      sibling: Fiber | null;
    }
    interface Client {
      getQueryCache?(): { getAll(): { queryKey: unknown; state: unknown }[] };
      getMutationCache(): { getAll(): { state: unknown }[] };
    }
    const clientOf = (fiber: Fiber | null): Client | null => {
      for (let here = fiber; here; here = here.sibling) {
        const client = here.memoizedProps?.client;
        const found = client?.getQueryCache ? client : clientOf(here.child);
        if (found) return found;
      }
      return null;
    };
    const root = Object.entries(document).find(([name]) => name.startsWith("__reactContainer$"))?.[1] as
      | Fiber
      | undefined;
    const client = clientOf(root ?? null);
    return JSON.stringify({
      html: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value),
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookie: document.cookie,
      address: location.href,
      history: history.state as unknown,
      queries:
        client
          ?.getQueryCache?.()
          .getAll()
          .map(({ queryKey, state }) => ({ queryKey, state })) ?? null,
      mutations:
        client
          ?.getMutationCache()
          .getAll()
          .map(({ state }) => state) ?? null,
    });
  });
}
