"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useSyncExternalStore } from "react";
import { RadioGroup } from "@/components/ui/radio-group";
import { parseTheme, themeCookie, type Theme } from "@/components/layout/theme";

const yearSeconds = 31_536_000;
const icon = { className: "size-5", strokeWidth: 1.75, "aria-hidden": true };
const options = [
  { value: "system", content: <Monitor {...icon} />, label: "System theme" },
  { value: "light", content: <Sun {...icon} />, label: "Light theme" },
  { value: "dark", content: <Moon {...icon} />, label: "Dark theme" },
] as const;

/** Told to the other switches of the page. */
const changed = "theme-changed";

/** @param chosen the theme that the server rendered the page with. */
export function ThemeSwitch({ chosen }: { chosen: Theme }) {
  const name = useId();
  const theme = useSyncExternalStore(subscribe, current, () => chosen);
  return (
    <div data-theme-switch className="noscript:hidden">
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
