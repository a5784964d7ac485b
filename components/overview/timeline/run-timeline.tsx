"use client";

import { useRef } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { useInView } from "@/components/ui/in-view";
import { late } from "@/components/ui/late";

const loading = <Skeleton shape="chart" lines={8} label="Loading the timeline…" />;
const Timeline = late(() => import("./timeline"), "Timeline", loading);

/** The runs of the theatres over time. Loads when it comes into view. */
export function RunTimeline() {
  const section = useRef<HTMLElement>(null);
  const isInView = useInView(section);
  return (
    <section ref={section} aria-labelledby="timeline" className="mt-10">
      <h2 id="timeline" className="mb-3 text-xl font-semibold">
        Runs by theatre
      </h2>
      {isInView ? <Timeline /> : loading}
    </section>
  );
}
