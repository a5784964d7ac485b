"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";
import { CastTitle } from "./cast-title";

const CastBuilder = dynamic(() => import("./cast-builder").then(({ CastBuilder }) => CastBuilder), {
  // Drafts exist only in the browser.
  ssr: false,
  loading: () => (
    <>
      <CastTitle />
      <Skeleton lines={8} label="Loading the cast…" />
    </>
  ),
});

export function ProductionCast({ productionId }: { productionId: string }) {
  return (
    <section aria-labelledby="cast-title" className="mt-6">
      <CastBuilder productionId={productionId} />
    </section>
  );
}
