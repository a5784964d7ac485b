"use client";

import { lazy, Suspense } from "react";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { FirstCast } from "./first-cast";

const CastBuilder = lazy(async () => ({ default: (await import("./cast-builder")).CastBuilder }));

/** The cast of a production: to read at once, to edit when the editor is loaded. */
export function ProductionCast({ productionId }: { productionId: string }) {
  // Drafts exist only in the browser.
  const isHydrated = useIsHydrated();
  const first = <FirstCast productionId={productionId} />;
  return (
    <section aria-labelledby="cast-title" className="mt-6">
      {isHydrated ? (
        <Suspense fallback={first}>
          <CastBuilder productionId={productionId} />
        </Suspense>
      ) : (
        first
      )}
    </section>
  );
}
