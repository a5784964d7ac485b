"use client";

import { useId, useSyncExternalStore } from "react";
import { RadioGroup } from "@/components/ui/radio-group";
import { parseTheme, themeCookie, type Theme } from "@/components/layout/theme";

const yearSeconds = 31_536_000;
const options = [
  { value: "system", content: <ThemeIcon theme="system" />, label: "System theme" },
  { value: "light", content: <ThemeIcon theme="light" />, label: "Light theme" },
  { value: "dark", content: <ThemeIcon theme="dark" />, label: "Dark theme" },
] as const;

/** Told to the other switches of the page. */
const changed = "theme-changed";

const paths: Record<Theme, string> = {
  system: "M3 4.5h14v9H3zM7 17h6M10 13.5V17",
  light:
    "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1",
  dark: "M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z",
};

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

function ThemeIcon({ theme }: { theme: Theme }) {
  return (
    <svg
      viewBox="0 0 20 20"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[theme]} />
    </svg>
  );
}
