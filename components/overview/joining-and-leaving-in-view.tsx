"use client";

import dynamic from "next/dynamic";
import { InView } from "@/components/ui/in-view";

const JoiningAndLeaving = dynamic(() => import("./joining-and-leaving").then((loaded) => loaded.JoiningAndLeaving), {
  ssr: false,
});

/** Who joins and leaves, with its code, once it is nearly in view. */
export function JoiningAndLeavingInView() {
  return (
    <InView>
      <JoiningAndLeaving />
    </InView>
  );
}
