"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { apiQueryKey, type CachedResponse } from "@/lib/http/client/hooks.browser";

interface Props {
  /** Responses by path under `/api`. */
  answers: Readonly<Record<string, CachedResponse<unknown>>>;
  children: ReactNode;
}

/** Fills the query cache with the server's prefetched responses, so that the page needn't request them again. */
export function Hydrate({ answers, children }: Props) {
  const client = useQueryClient();
  // During render, before the children query. Responses that the browser already has are refetched as usual.
  useState(() => {
    for (const [path, held] of Object.entries(answers))
      client.setQueryData(apiQueryKey(path), (before: unknown) => before ?? held);
  });
  return children;
}
