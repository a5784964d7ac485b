import { isTyping } from "@/components/ui/is-typing";
import { areSingleKeysOn } from "@/components/ui/single-keys";

export type RowKeyAction = "next" | "previous" | "select" | "selectRange" | "open";

const actions: Readonly<Record<string, RowKeyAction>> = {
  j: "next",
  k: "previous",
  x: "select",
  X: "selectRange",
};

/** What a key means for the rows of a list; null while typing, in a dialog, and for other keys. */
export function rowKeyAction(event: KeyboardEvent): RowKeyAction | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(event)) return null;
  if (document.querySelector("dialog[open]") || !areSingleKeysOn()) return null;
  // Enter opens a record from its link by itself.
  if (key === "Enter") return target instanceof Element && target.matches("[data-record] input") ? "open" : null;
  return actions[shiftKey || key.length > 1 ? key : key.toLowerCase()] ?? null;
}
