"use client";

import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useRef } from "react";
import { useInView } from "@/components/ui/use-in-view";
import { dayParameter } from "./use-day-in-address";

const CastBars = dynamic(() => import("./cast-bars").then((loaded) => loaded.CastBars), { ssr: false });

/** Who was in a production when, with its code, once it is nearly in view. */
export function CastBarsInView({ productionId }: { productionId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInView(place, "300px");
  const isWanted = useSearchParams().has(dayParameter);
  return <div ref={place}>{(isNear || isWanted) && <CastBars productionId={productionId} />}</div>;
}
