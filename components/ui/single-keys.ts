const storageKey = "single-keys";

/** Whether shortcuts of one letter are on. People who speak to their computer turn them off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

/** Storage may be disabled or full: then they stay on. */
export function switchSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? "on" : "off");
  } catch {
    return;
  }
}
