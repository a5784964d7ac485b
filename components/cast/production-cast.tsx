"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

const CastBuilder = dynamic(() => import("./cast-builder").then(({ CastBuilder }) => CastBuilder), {
  // Drafts exist only in the browser.
  ssr: false,
  loading: () => <Skeleton shape="cast" lines={8} label="Loading the cast…" />,
});

export function ProductionCast({ productionId }: { productionId: string }) {
  return (
    <section aria-labelledby="cast-title" className="mt-10 border-t border-line pt-6">
      <h2 id="cast-title" className="mb-4 text-2xl font-semibold">
        Cast
      </h2>
      <CastBuilder productionId={productionId} />
    </section>
  );
}
