const textControls =
  "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit])";

/** Whether a key belongs to a text control, so that a shortcut of one letter must not take it. */
export function isTyping(event: KeyboardEvent): boolean {
  return isComposing(event) || (event.target instanceof Element && event.target.closest(textControls) !== null);
}

/**
 * Whether a key belongs to an input method, as the Enter that ends a Japanese or Chinese word: it must not choose, move
 * or close anything. Safari ends the composition before this last key, and marks it only by key code 229 (UI Events §7.3.1).
 */
export function isComposing({ isComposing: isWithin, keyCode }: KeyboardEvent): boolean {
  return isWithin || keyCode === 229;
}
