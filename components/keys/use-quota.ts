"use client";

import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { apiKey, useApi } from "@/lib/client/hooks";
import { quotaAnswer } from "./response-schemas";

const path = "/quota";
/** Free, so it may be often. */
const lookMilliseconds = 15_000;

/** Where the account itself stands; looked at again after every request that this page spends. */
export function useQuota() {
  const client = useQueryClient();

  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const isAnswer = event.type === "updated" && event.action.type === "success";
        if (isAnswer && event.query.queryHash !== hashKey(apiKey(path)))
          void client.invalidateQueries({ queryKey: apiKey(path) });
      }),
    [client],
  );

  return useApi(path, quotaAnswer, { everyMilliseconds: lookMilliseconds });
}
