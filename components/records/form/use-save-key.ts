import type { RefObject } from "react";
import { usePageKeys } from "@/components/ui/page-keys";

/**
 * Saves on Ctrl-S and ⌘-S, unless a dialog is open. Of several sections that save separately it is the one with the
 * focus; without any, the first that has something to save: two writes at once could stand in each other's way.
 *
 * A file of its own: the cast has it too, and loads no form.
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
