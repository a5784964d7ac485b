"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { ToastProvider } from "@/components/ui/toasts";
import { RenderedAt } from "@/components/ui/use-now";
import { ApiError } from "@/lib/client/client";

/** Whoever waits is told soon what is wrong: only what has passed within a moment is not worth telling. */
const secondTryMilliseconds = 300;

/**
 * What every page behind the sign-in stands on. Nothing that it keeps outlives the page.
 *
 * @param madeAt the service's time, in milliseconds since 1970.
 */
export function Providers({ madeAt, children }: { madeAt: number; children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 5_000,
            // Without a network a page says so; the usual way is to wait without a word.
            networkMode: "always",
            retry: (failures, error) => failures === 0 && mayPass(error),
            retryDelay: secondTryMilliseconds,
          },
        },
      }),
  );
  return (
    <QueryClientProvider client={client}>
      <RenderedAt value={madeAt}>
        <ToastProvider>{children}</ToastProvider>
      </RenderedAt>
    </QueryClientProvider>
  );
}

/** Whether asking again can help: what the service refused once, it refuses again. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.answer === null || error.answer.status === 503);
}
