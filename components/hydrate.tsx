"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { apiQueryKey, type CachedResponse } from "@/lib/client/hooks";

interface Props {
  /** By path under `/api`. */
  answers: Readonly<Record<string, CachedResponse<unknown>>>;
  children: ReactNode;
}

/** Begins with what the server knew when it made the page, so that nobody waits for what could have come with it. */
export function Hydrate({ answers, children }: Props) {
  const client = useQueryClient();
  // While rendering: before what is inside asks. What the browser holds already is looked at again by itself.
  useState(() => {
    for (const [path, held] of Object.entries(answers))
      client.setQueryData(apiQueryKey(path), (before: unknown) => before ?? held);
  });
  return children;
}
