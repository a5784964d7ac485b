"use client";

import { trusted } from "@/components/trusted";
import { useApi } from "@/lib/client/hooks";
import { runOfProduction } from "@/lib/resources/cast-members/presence";
import type { Production, ProductionDetails } from "@/lib/resources/productions/schema";

/** The days of a production's run; undefined until they are loaded. */
export function useRun(productionId: string, isEnabled = true) {
  const path = `/productions/${encodeURIComponent(productionId)}`;
  const production = useApi(path, trusted<Production>(), { isEnabled });
  const details = useApi(`${path}/details`, trusted<ProductionDetails>(), { isEnabled });
  const isLoaded = production.data !== undefined && details.data !== undefined;
  return {
    data: isLoaded
      ? runOfProduction({ ...production.data.body, first_preview: details.data.body.first_preview })
      : undefined,
    error: isLoaded ? null : (production.error ?? details.error),
    refetch: () => Promise.all([production.refetch(), details.refetch()]),
  };
}
