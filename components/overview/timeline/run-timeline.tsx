"use client";

import { useRef } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { useInView } from "@/components/ui/in-view";
import { late } from "@/components/ui/late";
import { TitledSection } from "@/components/ui/titled-section";

const loading = <Skeleton shape="chart" lines={8} label="Loading the timeline…" />;
const Timeline = late(() => import("./timeline"), "Timeline", loading);

/** The runs of the theatres over time. Loads when it comes into view. */
export function RunTimeline() {
  const section = useRef<HTMLElement>(null);
  const isInView = useInView(section);
  return (
    <TitledSection ref={section} id="timeline" title="Runs by theatre" className="mt-10" look="mb-3 text-xl">
      {isInView ? <Timeline /> : loading}
    </TitledSection>
  );
}
