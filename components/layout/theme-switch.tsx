"use client";

import { useId, useSyncExternalStore } from "react";
import { RadioGroup } from "@/components/ui/radio-group";
import { parseTheme, themeCookie, type Theme } from "@/components/layout/theme";
import { ThemeIcon } from "./theme-icon";

const yearSeconds = 31_536_000;
const options = [
  { value: "system", content: <ThemeIcon theme="system" />, label: "System theme" },
  { value: "light", content: <ThemeIcon theme="light" />, label: "Light theme" },
  { value: "dark", content: <ThemeIcon theme="dark" />, label: "Dark theme" },
] as const;

/** Told to the other switches of the page. */
const changed = "theme-changed";

/** @param chosen the theme that the server rendered the page with. */
export function ThemeSwitch({ chosen }: { chosen: Theme }) {
  const name = useId();
  const theme = useSyncExternalStore(subscribe, current, () => chosen);
  return (
    <div className="noscript:hidden">
      <RadioGroup legend="Theme" name={name} size="small" options={options} value={theme} onChoose={choose} />
    </div>
  );
}

function subscribe(notify: () => void): () => void {
  document.addEventListener(changed, notify);
  return () => document.removeEventListener(changed, notify);
}

function current(): Theme {
  return parseTheme(document.documentElement.dataset["theme"]);
}

function choose(next: Theme): void {
  document.documentElement.dataset["theme"] = next;
  document.cookie = `${themeCookie}=${next}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
  document.dispatchEvent(new Event(changed));
}
