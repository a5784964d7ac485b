"use client";

import { useState } from "react";
import { ApiError } from "@/lib/api/client";

/**
 * One write at a time, and what went wrong with the last one. Not a mutation of TanStack Query:
 * that keeps what was sent and what came back, and either may hold a secret.
 */
export function useWrite() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  /** @returns what `send` gives; null when the service refused, or while another write is on its way. */
  async function write<Answer>(send: () => Promise<Answer>): Promise<Answer | null> {
    if (isBusy) return null;
    setIsBusy(true);
    setError(null);
    try {
      return await send();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      setError(problem);
      return null;
    } finally {
      setIsBusy(false);
    }
  }

  return { write, isBusy, error, issueOf: (path: string) => issueOf(error, path) };
}

function issueOf(error: ApiError | null, path: string): string | undefined {
  return error?.issues.find((issue) => issue.path === path)?.message;
}
