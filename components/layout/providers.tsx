"use client";

import { QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useState, type ReactNode } from "react";
import { late } from "@/components/ui/late";
import { openDialog, PageDialogs } from "@/components/ui/page-dialogs";
import { Toasts } from "@/components/ui/toasts";
import { RenderedAt } from "@/components/ui/use-now";
import { RequestError } from "@/lib/http/client/client.browser";
import { freshSignIn } from "@/lib/http/client/fresh-sign-in.browser";
import { apiQueryKey, type CachedResponse } from "@/lib/http/client/hooks.browser";

const SignInAgainDialog = late(() => import("@/components/accounts/own/sign-in-again-dialog"), "SignInAgainDialog");

// The client asks in place for the new sign-in that an operation needs.
freshSignIn.ask = async () => (await openDialog<boolean>((end) => <SignInAgainDialog onEnd={end} />)) ?? false;

/** Retries only bridge a short interruption: beyond that, people should see the error soon. */
const secondTryMilliseconds = 300;

/** Context providers for all signed-in pages. Their state ends with the page. */
export function Providers({ madeAt, children }: { madeAt: number; children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 5_000,
            // Fail without a network: the default would pause requests silently.
            networkMode: "always",
            retry: (failures, error) => failures === 0 && mayPass(error),
            retryDelay: secondTryMilliseconds,
          },
        },
      }),
  );
  const pathname = usePathname();
  return (
    <QueryClientProvider client={client}>
      <RenderedAt value={madeAt}>
        <PageDialogs key={pathname} />
        {children}
        <Toasts />
      </RenderedAt>
    </QueryClientProvider>
  );
}

/** Whether a retry can help: a refusal would only be repeated. */
function mayPass(error: unknown): boolean {
  return error instanceof RequestError && (error.response === null || error.response.status === 503);
}

interface HydrateProps {
  /** Responses by path under `/api`. */
  answers: Readonly<Record<string, CachedResponse<unknown>>>;
  children: ReactNode;
}

/** Fills the query cache with the server's prefetched responses, so that the page needn't request them again. */
export function Hydrate({ answers, children }: HydrateProps) {
  const client = useQueryClient();
  // During render, before the children query. Responses that the browser already has are refetched as usual.
  useState(() => {
    for (const [path, held] of Object.entries(answers))
      client.setQueryData(apiQueryKey(path), (before: unknown) => before ?? held);
  });
  return children;
}
