"use client";

import { RadioGroup } from "@/components/ui/radio-group";
import { setParameter } from "@/components/ui/use-search-state";
import { castViewParameter, type CastView, type ShownCast } from "./shown-members";

/** Chooses between today's members of a cast and everyone. */
export function CastViewSwitch({ cast: { view, counts } }: { cast: Pick<ShownCast, "view" | "counts"> }) {
  if (counts === null) return null;
  return (
    <RadioGroup<CastView>
      legend="Shown members"
      name="cast-view"
      value={view}
      onChoose={(chosen) => setParameter(castViewParameter, chosen)}
      options={[
        { value: "today", content: `Today ${counts.today}` },
        { value: "everyone", content: `Everyone ${counts.everyone}` },
      ]}
    />
  );
}
