"use client";

import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { apiQueryKey, useApi } from "@/lib/client/hooks";
import { quotaResponse } from "./response-schemas";

const path = "/quota";
/** Requests to /api/quota are free, so it may be refetched often. */
const lookMilliseconds = 15_000;

/** The account's own quota; refetched after every request that this page makes. */
export function useQuota() {
  const client = useQueryClient();

  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const isAnswer = event.type === "updated" && event.action.type === "success";
        if (isAnswer && event.query.queryHash !== hashKey(apiQueryKey(path)))
          void client.invalidateQueries({ queryKey: apiQueryKey(path) });
      }),
    [client],
  );

  return useApi(path, quotaResponse, { everyMilliseconds: lookMilliseconds });
}
