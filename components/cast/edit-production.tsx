"use client";

import dynamic from "next/dynamic";
import { lazy, Suspense, useRef } from "react";
import { useSearchParams } from "next/navigation";
import { EditRecord } from "@/components/records/form/edit-record";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { useInView } from "@/components/ui/in-view";
import { ProductionFrame } from "./production-frame";
import { FirstCast } from "./first-cast";
import { dayParameter } from "./bars/use-day-in-address";

const CastBars = dynamic(() => import("./bars/cast-bars").then((loaded) => loaded.CastBars), { ssr: false });
const CastBuilder = lazy(async () => ({ default: (await import("./cast-builder")).CastBuilder }));
const ProductionHistory = dynamic(
  () => import("./production-history").then(({ ProductionHistory }) => ProductionHistory),
  { ssr: false },
);

/** A production's page: its run in one line, its cast, also over time, and the history of both. */
export function EditProduction({ id }: { id: string }) {
  return (
    <EditRecord path="productions" id={id} Frame={ProductionFrame} history={<ProductionHistory productionId={id} />}>
      <ProductionCast productionId={id} />
      <CastBarsInView productionId={id} />
    </EditRecord>
  );
}

/** The cast of a production: to read at once, to edit when the editor is loaded. */
function ProductionCast({ productionId }: { productionId: string }) {
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

/** Who was in a production when, with its code, once it is nearly in view. */
function CastBarsInView({ productionId }: { productionId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInView(place, "300px");
  const isWanted = useSearchParams().has(dayParameter);
  return <div ref={place}>{(isNear || isWanted) && <CastBars productionId={productionId} />}</div>;
}
