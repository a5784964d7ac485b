"use client";

import { InView } from "@/components/ui/in-view";
import { late } from "@/components/ui/late";

const JoiningAndLeaving = late(() => import("./joining-and-leaving"), "JoiningAndLeaving");

/** Who joins and leaves, with its code, once it is nearly in view. */
export function JoiningAndLeavingInView() {
  return (
    <InView>
      <JoiningAndLeaving />
    </InView>
  );
}
