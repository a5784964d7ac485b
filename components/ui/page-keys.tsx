"use client";

import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { storedText, storeText } from "./browser-storage";
import { Checkbox } from "./checkbox";
import { isTyping } from "./is-typing";
import { useIsHydrated } from "./use-is-hydrated";

const storageKey = "single-keys";

/** Whether shortcuts of one letter are on. People who speak to their computer turn them off (WCAG 2.1.4). */
function areSingleKeysOn(): boolean {
  return storedText(storageKey) !== "off";
}

/** Whether a key may be a shortcut of one letter: not while typing, with other keys, or where they are turned off. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, defaultPrevented } = event;
  return !ctrlKey && !metaKey && !altKey && !defaultPrevented && !isTyping(event) && areSingleKeysOn();
}

/** Hears the keys that are pressed anywhere on the page. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/**
 * Saves on Ctrl-S and ⌘-S, unless a dialog is open. Of several sections that save separately it is the one with the
 * focus; without any, the first that has something to save: two writes at once could stand in each other's way.
 *
 * @param section has `data-saves`.
 * @param save returns whether there is something to save.
 */
export function useSaveKey(section: RefObject<Element | null>, save: () => boolean): void {
  usePageKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    if (document.querySelector("dialog[open]")) return;
    const focused = document.activeElement?.closest("[data-saves]") ?? section.current;
    if (focused === section.current && save()) event.stopImmediatePropagation();
  });
}

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
        storeText(storageKey, next ? "on" : "off");
        setChosen(next);
      }}
    >
      Single-key shortcuts
    </Checkbox>
  );
}
