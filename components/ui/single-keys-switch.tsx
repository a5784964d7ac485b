"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { areSingleKeysOn, switchSingleKeys } from "./single-keys";
import { useIsHydrated } from "./use-is-hydrated";

/** Turns shortcuts of a single key on and off, for all pages. */
export function SingleKeysSwitch() {
  const isHydrated = useIsHydrated();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOn = chosen ?? (!isHydrated || areSingleKeysOn());
  return (
    <Checkbox
      className="min-h-8 text-sm"
      checked={isOn}
      onChange={(next) => {
        switchSingleKeys(next);
        setChosen(next);
      }}
    >
      Single-key shortcuts
    </Checkbox>
  );
}
