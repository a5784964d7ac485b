"use client";

import { useState } from "react";
import { areSingleKeysOn, switchSingleKeys } from "./single-keys";
import { useIsHydrated } from "./use-is-hydrated";

/** Turns shortcuts of a single key on and off, for all pages. */
export function SingleKeysSwitch() {
  const isHydrated = useIsHydrated();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOn = chosen ?? (!isHydrated || areSingleKeysOn());
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2 text-sm">
      <input
        type="checkbox"
        className="size-4 accent-curtain"
        checked={isOn}
        onChange={() => {
          switchSingleKeys(!isOn);
          setChosen(!isOn);
        }}
      />
      Shortcuts of a single key
    </label>
  );
}
