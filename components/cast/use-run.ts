import { useMemo } from "react";
import { useApi } from "@/lib/http/client/hooks.browser";
import { runOfProduction } from "@/lib/resources/cast-members/presence.browser";
import type { Production, ProductionDetails } from "@/lib/resources/productions/schema.browser";

/** The days of a production's run; undefined until they are loaded. */
export function useRun(productionId: string, isEnabled = true) {
  const path = `/productions/${encodeURIComponent(productionId)}`;
  const production = useApi<Production>(path, { isEnabled });
  const details = useApi<ProductionDetails>(`${path}/details`, { isEnabled });
  const data = useMemo(
    () =>
      production.data && details.data
        ? runOfProduction({ ...production.data.body, first_preview: details.data.body.first_preview })
        : undefined,
    [production.data, details.data],
  );
  return {
    data,
    error: data ? null : (production.error ?? details.error),
    refetch: () => Promise.all([production.refetch(), details.refetch()]),
  };
}
