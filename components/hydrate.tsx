"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { apiKey, type Held } from "@/lib/client/hooks";

interface Props {
  /** By path under `/api`. */
  answers: Readonly<Record<string, Held<unknown>>>;
  children: ReactNode;
}

/** Begins with what the server knew when it made the page, so that nobody waits for what could have come with it. */
export function Known({ answers, children }: Props) {
  const client = useQueryClient();
  // While rendering: before what is inside asks. What the browser holds already is looked at again by itself.
  useState(() => {
    for (const [path, held] of Object.entries(answers))
      client.setQueryData(apiKey(path), (before: unknown) => before ?? held);
  });
  return children;
}
